import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivateFile, makePrivateFolder } from "./files/private-files.ts";

/**
 * One writer per home. The lock is one of the operating system on a file that is held open through SQLite: it is gone
 * in the moment its process is, however that ended, so nothing has to be guessed from process ids. Who holds it
 * stands in a file beside it, for people.
 *
 * Nobody opens the lock's file in another way: closing it would give the lock up.
 */

const BUSY = 5;
/** Two that start in the same moment hinder each other for an instant; one of them gets it. */
const patienceMs = 300;

export interface Holder {
  readonly pid: number;
  /** When the process began, in milliseconds since 1970. */
  readonly startedTs: number;
  readonly url: string | null;
}

/** How the server that holds a home is reached by commands on this machine. */
export interface ServerAddress {
  readonly url: string;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly certificate: string | null;
}

export class HomeHeldError extends Error {
  readonly home: string;
  /** Null if it has not said yet who it is. */
  readonly holder: Holder | null;

  constructor(home: string, holder: Holder | null) {
    super(`${home} is in use by ${describe(holder)}. Stop that one first, or use another home.`);
    this.name = "HomeHeldError";
    this.home = home;
    this.holder = holder;
  }
}

export interface HomeLock {
  /** Tells others where the server that holds the home is reached. */
  announce(at: ServerAddress): void;
  release(): void;
}

/** Makes the home if need be and takes it. Throws `HomeHeldError` while another has it. */
export function lockHome(home: string): HomeLock {
  makePrivateFolder(home);
  const lockFile = path.join(home, "lock");
  const holderFile = path.join(home, "holder.json");
  makePrivateFile(lockFile);
  const lock = new DatabaseSync(lockFile, { timeout: patienceMs });
  try {
    // Nothing is ever written; a journal on disk would only be left behind.
    lock.exec("PRAGMA journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    throw new HomeHeldError(home, readHolder(holderFile));
  }
  const self = { pid: process.pid, startedTs: Math.round(Date.now() - process.uptime() * 1000) };
  writeHolder(holderFile, { ...self, url: null });
  return {
    announce: ({ url, host, publicUrl, certificate }) =>
      writeHolder(holderFile, { ...self, url, host, publicUrl, certificate }),
    release: () => {
      if (!lock.isOpen) return;
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

function writeHolder(file: string, holder: Holder & Partial<Omit<ServerAddress, "url">>): void {
  const text = `${JSON.stringify(holder)}\n`;
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    rmSync(`${file}.new`, { force: true });
    writeInPlace(file, text);
  }
}

/** A full disk may still have room for what takes the place of the old text. The lock holds without it. */
function writeInPlace(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch {
    // A partly written file would name the wrong process.
    rmSync(file, { force: true });
  }
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, startedTs, url } = JSON.parse(readFileSync(file, "utf8")) as Partial<Holder>;
    if (typeof pid !== "number" || pid <= 0 || typeof startedTs !== "number" || url === undefined)
      return null;
    // Signal 0 only asks. What a dead process left says nothing about the one that holds the lock now.
    process.kill(pid, 0);
    return { pid, startedTs, url };
  } catch {
    // The file is missing or damaged, or its process is gone: the holder is unknown.
    return null;
  }
}

function describe(holder: Holder | null): string {
  if (holder === null) return "another process that is just starting";
  const since = new Date(holder.startedTs).toISOString();
  return `process ${holder.pid}, started ${since}${holder.url === null ? "" : `, at ${holder.url}`}`;
}
