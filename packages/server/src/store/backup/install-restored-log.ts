import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { blobFolder } from "../blob-files.ts";
import { syncFile } from "../files/sync-file.ts";
import { logFile } from "../log-file.ts";
import { StoreError } from "../store-error.ts";

/**
 * Puts a prepared log in place of the one in use. A journal names where the old log goes, from before the first file is
 * moved until the last one is: a restore that was killed on the way is completed by the next start.
 */

/** SQLite's files beside the log: the newest events may be in them. */
export const logParts = ["", "-wal", "-shm"];

/** Where a restore prepares the new log and its large outputs. */
export const freshLog = (home: string) => path.join(home, "restored.db");
export const freshBlobs = (home: string) => path.join(home, "blobs.restored");

const journalFile = (home: string) => path.join(home, "restore.journal");
const asidePattern = /^\.replaced-[\w.-]+$/;

/** Nobody has the log open. Gives where the one that was there is kept. */
export function installRestoredLog(home: string, now = new Date()): string | null {
  const aside = `.replaced-${now.toISOString().replaceAll(":", "-")}`;
  const hadLog = existsSync(logFile(home));
  writeJournal(home, aside);
  for (const step of restoreSteps(home, aside)) step();
  return hadLog ? logFile(home) + aside : null;
}

/** Completes a restore that was killed on the way, or removes what one that never got so far had prepared. */
export function completeRestore(home: string): void {
  const journal = journalFile(home);
  if (!existsSync(journal)) {
    for (const part of logParts) rmSync(freshLog(home) + part, { force: true });
    rmSync(freshBlobs(home), { recursive: true, force: true });
    return;
  }
  const aside = readFileSync(journal, "utf8").trim();
  if (!asidePattern.test(aside)) {
    const message = `${journal} is damaged. The log is ${logFile(home)}, or a file beside it whose name contains ".replaced-"; the new one may be ${freshLog(home)}. Put the one you want in place and delete the journal.`;
    throw new StoreError("broken", message);
  }
  for (const step of restoreSteps(home, aside)) step();
}

/** Each step may run again after a crash: it does nothing where it was done. */
export function restoreSteps(home: string, aside: string): (() => void)[] {
  const log = logFile(home);
  const blobs = blobFolder(home);
  const fresh = freshLog(home);
  // Once the new log is in place, what stands there is not moved away any more.
  const moveAway = (from: string, to: string) => {
    if (existsSync(fresh) && existsSync(from)) renameSync(from, to);
  };
  const moveIn = (from: string, to: string) => {
    if (existsSync(from)) renameSync(from, to);
  };
  return [
    ...logParts.map((part) => () => moveAway(log + part, log + aside + part)),
    () => moveAway(blobs, blobs + aside),
    () => moveIn(fresh, log),
    () => moveIn(freshBlobs(home), blobs),
    () => syncFile(home),
    () => rmSync(journalFile(home), { force: true }),
  ];
}

/** Whole or not there at all: its rename comes after its content. */
export function writeJournal(home: string, aside: string): void {
  const journal = journalFile(home);
  writeFileSync(`${journal}.new`, aside, { mode: 0o600, flush: true });
  renameSync(`${journal}.new`, journal);
  syncFile(home);
}
