import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { killAll, processesOf, startTimeOf } from "./process-table.ts";

/**
 * Records of the running programs, one file each, so that a server can stop processes that a killed server left behind.
 * A process id alone is not proof: a process is killed only if its start time also matches, or if it has the record's
 * mark.
 */

const identity = z.object({ pid: z.int().positive(), startTime: z.string().min(1) });

const recordSchema = z.object({
  /** An environment variable's value that the program and all processes below it have. */
  mark: z.uuid(),
  program: z.string(),
  /** The server that started the program. While it runs, the program is not a leftover. */
  owner: identity,
  /** The program, which also leads its group. Absent if the server was killed before it knew the id. */
  leader: identity.optional(),
});

type ProcessRecord = z.infer<typeof recordSchema>;

let folder: string | null = null;

/** From now on, every program that this server starts is recorded in the folder. */
export async function recordProcessesIn(recordsFolder: string): Promise<void> {
  await mkdir(recordsFolder, { recursive: true, mode: 0o700 });
  folder = recordsFolder;
}

export interface OpenRecord {
  readonly mark: string;
  started(pid: number): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a record before its program starts, so that the program is never unrecorded. */
export async function openRecord(program: string): Promise<OpenRecord> {
  const mark = randomUUID();
  const startTime = folder === null ? null : await startTimeOf(process.pid);
  if (folder === null || startTime === null) {
    return { mark, started: () => Promise.resolve(), remove: () => Promise.resolve() };
  }
  const file = path.join(folder, `${mark}.json`);
  const record: ProcessRecord = { mark, program, owner: { pid: process.pid, startTime } };
  await write(file, record);
  return {
    mark,
    started: async (pid) => {
      const leaderStart = await startTimeOf(pid);
      if (leaderStart !== null) await write(file, { ...record, leader: { pid, startTime: leaderStart } });
    },
    // A leftover record proves nothing once its process has ended. The next start removes it.
    remove: () => rm(file, { force: true }).catch(() => undefined),
  };
}

/** If the disk is full, the program runs without a record. */
async function write(file: string, record: ProcessRecord): Promise<void> {
  try {
    await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch {
    // The disk is full or read-only: run without a record and, if possible, leave no partial one.
    await rm(`${file}.new`, { force: true }).catch(() => undefined);
  }
}

export interface ReapReport {
  /** Killed processes of dead servers. */
  readonly killed: readonly number[];
  /** Records of servers that are still running. */
  readonly spared: number;
}

/** Kills processes that dead servers left behind, and removes their records. */
export async function reapLeftovers(recordsFolder: string): Promise<ReapReport> {
  // No folder, no records: this is the first start.
  const names = await readdir(recordsFolder).catch(() => []);
  const reports = await Promise.all(names.map((name) => reapRecord(path.join(recordsFolder, name))));
  return {
    killed: reports.flatMap(({ killed }) => killed),
    spared: reports.reduce((sum, { spared }) => sum + spared, 0),
  };
}

async function reapRecord(file: string): Promise<ReapReport> {
  const record = await readRecord(file);
  if (record !== null && (await isAlive(record.owner))) return { killed: [], spared: 1 };
  const killed = new Set<number>();
  if (record !== null) {
    const { mark, leader } = record;
    await killAll(async () => {
      // The recorded group id is only reliable as long as its leader lives.
      const group = leader !== undefined && (await isAlive(leader)) ? leader.pid : null;
      const found = processesOf(mark, group);
      for (const pid of found) killed.add(pid);
      return found;
    });
  }
  // Removed by the next start instead.
  await rm(file, { force: true }).catch(() => undefined);
  return { killed: [...killed], spared: 0 };
}

async function isAlive({ pid, startTime }: z.infer<typeof identity>): Promise<boolean> {
  return (await startTimeOf(pid)) === startTime;
}

async function readRecord(file: string): Promise<ProcessRecord | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // An unreadable record identifies no process, so it must not cause a kill.
    return null;
  }
}
