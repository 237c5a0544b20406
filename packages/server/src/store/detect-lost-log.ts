import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { completeRestore } from "./backup/install-restored-log.ts";
import { logFile } from "./log-file.ts";
import { StoreError } from "./store-error.ts";

/** A record outside of the log that the home has one, so that a home with a lost log is not mistaken for a new home. */

const recordFile = (home: string) => path.join(home, "log.json");

/** Whether the home has or had a log. */
export function hasLog(home: string): boolean {
  return existsSync(logFile(home)) || existsSync(recordFile(home));
}

/** Call before opening the log, with the home locked: completes an interrupted restore and refuses a lost log. */
export function prepareLog(home: string): void {
  completeRestore(home);
  const log = logFile(home);
  const size = statSync(log, { throwIfNoEntry: false })?.size;
  if ((size !== undefined && size > 0) || !existsSync(recordFile(home))) return;
  const what = size === undefined ? "is missing" : "is empty";
  const backup = newestBackup(home);
  const advice =
    backup === null
      ? "No backup is known. If you have one, run: polylog restore FILE."
      : `The newest backup is ${backup}. To restore it, run: polylog restore ${quoted(backup)}.`;
  const message = `${log} ${what}, but this home folder had a log before. ${advice} To start with an empty log, delete ${recordFile(home)}.`;
  throw new StoreError("broken", message);
}

/** Records that the home has a log. If writing fails, the next start retries. */
export function recordLog(home: string): void {
  if (!existsSync(recordFile(home))) writeRecord(home, null);
}

export function recordBackup(home: string, backup: string): void {
  if (hasLog(home)) writeRecord(home, backup);
}

function writeRecord(home: string, backup: string | null): void {
  const file = recordFile(home);
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify({ backup })}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The server works without the record; the next start writes it.
  }
}

/** The last backup, or a log that a restore replaced, whichever is newer. */
function newestBackup(home: string): string | null {
  const { dir, base } = path.parse(logFile(home));
  const replaced = readdirSync(dir)
    .filter((name) => name.startsWith(`${base}.replaced-`) && !/-(?:wal|shm)$/.test(name))
    .map((name) => path.join(dir, name));
  const candidates = [...replaced, ...writtenBackup(home)].flatMap((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size > 0 ? [{ file, at: stats.mtimeMs }] : [];
  });
  return candidates.sort((one, other) => other.at - one.at)[0]?.file ?? null;
}

function writtenBackup(home: string): string[] {
  try {
    const { backup } = JSON.parse(readFileSync(recordFile(home), "utf8")) as { readonly backup?: unknown };
    return typeof backup === "string" ? [backup] : [];
  } catch {
    // A missing or damaged record names no backup.
    return [];
  }
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
