import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { untilFree } from "../home/until-free.ts";
import { logFile } from "../home/with-store.ts";
import { withProgress } from "../show/progress.ts";

/** How long a server may take to put the logs in place. */
const KEPT_MS = 5000;
const LOOK_MS = 50;

interface Done {
  readonly sessions: number;
  readonly events: number;
  readonly damaged: readonly string[];
  /** Where the log that was there is kept; null where there was none, or only a server elsewhere knows. */
  readonly replaced: string | null;
  readonly isServed: boolean;
}

export async function restore(context: Context, file: string): Promise<number> {
  const { output } = context;
  const { isServed, ...done } = await withProgress(
    output,
    "Restoring",
    () => null,
    () => untilFree(() => restoreFrom(context, path.resolve(file))),
  );
  if (output.json) {
    output.value(done);
    return exitCodes.done;
  }
  output.line(`Restored ${done.sessions} sessions with ${done.events} events.`);
  if (isServed) output.line("The server goes on with them.");
  if (done.replaced !== null) output.line(`The log that was there is kept as ${done.replaced}.`);
  if (done.damaged.length > 0) output.line(`Damaged in the backup already: ${done.damaged.join(", ")}.`);
  return exitCodes.done;
}

/** By the server that runs, or in place of the log itself where none does. */
async function restoreFrom(context: Context, file: string): Promise<Done> {
  const { home } = context;
  const client = await findServer(context);
  if (client !== null) {
    const before = keptLogs(home);
    const restored = await client.restore(file).finally(() => client.close());
    const replaced = existsSync(logFile(home)) ? await newlyKept(home, before) : null;
    return { ...restored, replaced, isServed: true };
  }
  const { applyRestore, lockHome, openSqliteStore, prepareRestore } = await import("@polylog/server");
  const lock = lockHome(home);
  try {
    const current = openCurrent(logFile(home), openSqliteStore);
    const { sessions, events, damaged } = await prepareRestore(home, file, current).finally(() =>
      current?.close(),
    );
    return { sessions, events, damaged, replaced: applyRestore(home), isServed: false };
  } finally {
    lock.release();
  }
}

/** The server answers first and changes the logs then; null where it is not this home's. */
async function newlyKept(home: string, before: readonly string[]): Promise<string | null> {
  for (const end = Date.now() + KEPT_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const fresh = keptLogs(home).find((each) => !before.includes(each));
    if (fresh !== undefined) return fresh;
  }
  return null;
}

/** Logs that backups took the place of. */
function keptLogs(home: string): readonly string[] {
  const { dir, base } = path.parse(logFile(home));
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.startsWith(`${base}.replaced-`) && !/-(?:wal|shm)$/.test(name))
    .map((name) => path.join(dir, name));
}

/** A log that cannot be opened may be why somebody restores; then the backup says who was let in. */
function openCurrent<T>(log: string, open: (file: string) => T): T | null {
  if (!existsSync(log)) return null;
  try {
    return open(log);
  } catch {
    return null;
  }
}
