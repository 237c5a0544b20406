import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivateFile, makePrivateFolder } from "./files/private-files.ts";

/**
 * One writer per home. The lock is an operating system lock on a file that SQLite holds open, so it is released as soon as
 * the process ends, however it ends, and process ids need not be checked. The holder's details are in a second file, for
 * people.
 *
 * The lock's file must not be opened in any other way, because closing it would release the lock.
 */

const BUSY = 5;
/** Two processes that start at the same time block each other for a moment; one of them gets the lock. */
const patienceMs = 300;

export interface Holder {
  readonly pid: number;
  /** When the process started, in milliseconds since 1970. */
  readonly startedTs: number;
  readonly url: string | null;
}

/** The address of the server that holds a home, for commands on this machine. */
export interface ServerAddress {
  readonly url: string;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly certificate: string | null;
}

export class HomeHeldError extends Error {
  readonly home: string;
  /** Null if the holder has not written its details yet. */
  readonly holder: Holder | null;

  constructor(home: string, holder: Holder | null) {
    super(`${home} is in use by ${describe(holder)}. Stop it first, or use another home.`);
    this.name = "HomeHeldError";
    this.home = home;
    this.holder = holder;
  }
}

export interface HomeLock {
  /** Publishes the address of the server that holds the home. */
  announce(at: ServerAddress): void;
  release(): void;
}

/** Creates the home if needed and locks it. Throws `HomeHeldError` if another process holds it. */
export function lockHome(home: string): HomeLock {
  makePrivateFolder(home);
  const lockFile = path.join(home, "lock");
  const holderFile = path.join(home, "holder.json");
  makePrivateFile(lockFile);
  const lock = new DatabaseSync(lockFile, { timeout: patienceMs });
  try {
    // Nothing is ever written, and a journal on disk would only be left over.
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

/** Overwrites in place, which can work even on a full disk. The lock holds without this file. */
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
    // Signal 0 only checks for the process. A file left by a dead process does not describe the current holder.
    process.kill(pid, 0);
    return { pid, startedTs, url };
  } catch {
    // The file is missing or damaged, or its process has exited, so the holder is unknown.
    return null;
  }
}

function describe(holder: Holder | null): string {
  if (holder === null) return "another process that is just starting";
  const since = new Date(holder.startedTs).toISOString();
  return `process ${holder.pid}, started ${since}${holder.url === null ? "" : `, at ${holder.url}`}`;
}
