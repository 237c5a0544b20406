import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { PolylogError } from "../errors.ts";
import { takeOutBlobs } from "./backup.ts";
import { blobFolder } from "./blob-files.ts";
import { logFile } from "./log-file.ts";
import { type Restored, restoreStore } from "./restore.ts";
import { isSameFile } from "./same-file.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { EventStore } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Puts a backup in the place of a home's log, in two steps: all that can fail is in the first. */

/** SQLite's files beside the log: what was written last may be in them. */
const parts = ["", "-wal", "-shm"];

/** Who was let in and which folders are trusted is decided now and here, not by what was so when the backup was made. */
const kept = ["device", "trust"];

const freshLog = (home: string) => path.join(home, "restored.db");
const freshBlobs = (home: string) => path.join(home, "blobs.restored");

/** Makes a log of the backup, beside the one in use. */
export async function prepareRestore(
  home: string,
  backup: string,
  current: Pick<EventStore, "documents"> | null,
): Promise<Restored> {
  refuseSource(backup, home);
  const fresh = freshLog(home);
  for (const part of parts) rmSync(fresh + part, { force: true });
  rmSync(freshBlobs(home), { recursive: true, force: true });
  const restored = await restoreStore(backup, fresh).catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.code !== "broken") throw error;
    throw new PolylogError("bad_file", `${backup} cannot be restored: ${error.message}`, {}, error);
  });
  await takeOutBlobs(fresh, freshBlobs(home));
  if (current !== null) await carryOver(current, fresh);
  return restored;
}

function refuseSource(backup: string, home: string): void {
  const refuse = (why: string): never => {
    throw new PolylogError("bad_file", `${backup} cannot be restored: ${why}`);
  };
  const stats = statSync(backup, { throwIfNoEntry: false });
  if (stats === undefined) throw new PolylogError("file_not_found", `There is no file ${backup}.`);
  if (!stats.isFile()) refuse("it is no file.");
  // To copy it would be to open and close it, which gives up the locks on it.
  if (isSameFile(backup, logFile(home))) refuse("it is the log in use.");
  try {
    accessSync(backup, constants.R_OK);
  } catch {
    refuse("it may not be read.");
  }
}

async function carryOver(current: Pick<EventStore, "documents">, fresh: string): Promise<void> {
  const store = openSqliteStore(fresh);
  try {
    for (const kind of kept) {
      const old = (await store.documents(kind)).map(({ key }) => ({ kind, key, value: null }));
      const now = (await current.documents(kind)).map(({ key, value }) => ({ kind, key, value }));
      await store.commit({ documents: [...old, ...now] });
    }
  } finally {
    await store.close();
  }
}

/** Puts it in place while nobody has the log open. Gives where the one that was there is kept. */
export function applyRestore(home: string, now = new Date()): string | null {
  const log = logFile(home);
  const aside = `.replaced-${now.toISOString().replaceAll(":", "-")}`;
  const hadLog = existsSync(log);
  const move = (from: string, to: string) => {
    if (existsSync(from)) renameSync(from, to);
  };
  for (const part of parts) move(log + part, log + aside + part);
  move(blobFolder(home), blobFolder(home) + aside);
  for (const part of parts) move(freshLog(home) + part, log + part);
  move(freshBlobs(home), blobFolder(home));
  return hadLog ? log + aside : null;
}
