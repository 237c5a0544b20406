import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { blobFolder } from "../blob-files.ts";
import { syncFile } from "../files/sync-file.ts";
import { logFile } from "../log-file.ts";
import { StoreError } from "../store-error.ts";

/**
 * Replaces the current log by a prepared one. A journal records the new place of the old log from before the first file is
 * moved until after the last one, so that the next start completes an interrupted restore.
 */

/** SQLite's files next to the log, which may contain the newest events. */
export const logParts = ["", "-wal", "-shm"];

/** Where a restore prepares the new log and its large outputs. */
export const freshLog = (home: string) => path.join(home, "restored.db");
export const freshBlobs = (home: string) => path.join(home, "blobs.restored");

const journalFile = (home: string) => path.join(home, "restore.journal");
const asidePattern = /^\.replaced-[\w.-]+$/;

/** Requires that the log is closed. Returns the path where the old log is kept. */
export function installRestoredLog(home: string, now = new Date()): string | null {
  const aside = `.replaced-${now.toISOString().replaceAll(":", "-")}`;
  const hadLog = existsSync(logFile(home));
  writeJournal(home, aside);
  for (const step of restoreSteps(home, aside)) step();
  return hadLog ? logFile(home) + aside : null;
}

/** Completes a restore that was interrupted, or deletes what an earlier step of it had prepared. */
export function completeRestore(home: string): void {
  const journal = journalFile(home);
  if (!existsSync(journal)) {
    for (const part of logParts) rmSync(freshLog(home) + part, { force: true });
    rmSync(freshBlobs(home), { recursive: true, force: true });
    return;
  }
  const aside = readFileSync(journal, "utf8").trim();
  if (!asidePattern.test(aside)) {
    const message = `${journal} is damaged. The log is ${logFile(home)} or a file next to it whose name contains ".replaced-"; the new one may be ${freshLog(home)}. Move the one you want to ${logFile(home)} and delete the journal.`;
    throw new StoreError("broken", message);
  }
  for (const step of restoreSteps(home, aside)) step();
}

/** Each step can be repeated after a crash; a completed step does nothing. */
export function restoreSteps(home: string, aside: string): (() => void)[] {
  const log = logFile(home);
  const blobs = blobFolder(home);
  const fresh = freshLog(home);
  // Once the new log is in place, it is not moved away again.
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

/** Atomic: the file is renamed after its content is written. */
export function writeJournal(home: string, aside: string): void {
  const journal = journalFile(home);
  writeFileSync(`${journal}.new`, aside, { mode: 0o600, flush: true });
  renameSync(`${journal}.new`, journal);
  syncFile(home);
}
