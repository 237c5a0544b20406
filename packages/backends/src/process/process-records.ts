import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { killAll, processesOf, startTimeOf } from "./process-table.ts";

/**
 * Records of the programs that run, one file each, so that a server can end what a killed one left behind. A number
 * is no proof: a process is only killed if its start time fits its record too, or if it carries the record's mark.
 */

const identity = z.object({ pid: z.int().positive(), startTime: z.string().min(1) });

const recordSchema = z.object({
  /** In the environment of the program and of all it starts. */
  mark: z.uuid(),
  program: z.string(),
  /** The server that started it. While it lives, the program is not left behind. */
  owner: identity,
  /** The program, which also leads its group; absent if the server was killed before it knew. */
  leader: identity.optional(),
});

type ProcessRecord = z.infer<typeof recordSchema>;

let folder: string | null = null;

/** From now on every program that this server starts is on record in that folder. */
export async function recordProcessesIn(recordsFolder: string): Promise<void> {
  await mkdir(recordsFolder, { recursive: true, mode: 0o700 });
  folder = recordsFolder;
}

export interface OpenRecord {
  readonly mark: string;
  started(pid: number): Promise<void>;
  remove(): Promise<void>;
}

/** Opens a record before its program is started, so that no moment is left in which nobody knows of it. */
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
    // A record that stays proves nothing once its process has ended: the next start removes it.
    remove: () => rm(file, { force: true }).catch(() => undefined),
  };
}

/** On a full disk a program runs without a record; that is no reason not to run it. */
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
  /** Processes of dead servers that were killed. */
  readonly killed: readonly number[];
  /** Records whose server still lives: left alone. */
  readonly spared: number;
}

/** Kills what servers that are gone left behind, and forgets it. */
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
      // The group is known to be the one on record only as long as its leader lives.
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
    // A record that cannot be read identifies no process, so none may be killed by it.
    return null;
  }
}
