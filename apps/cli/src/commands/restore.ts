import { existsSync } from "node:fs";
import path from "node:path";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { untilFree } from "../home/until-free.ts";
import { logFile } from "../home/with-store.ts";
import { withProgress } from "../show/progress.ts";

interface Done {
  readonly sessions: number;
  readonly events: number;
  readonly damaged: readonly string[];
  /** Where the log that was there is kept; null where there was none, or the server knows. */
  readonly replaced: string | null;
  readonly isServed: boolean;
}

export async function restore(context: Context, file: string): Promise<number> {
  const { output, home } = context;
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
  if (isServed) output.line(`The server goes on with them. The log that was there is kept in ${home}.`);
  if (done.replaced !== null) output.line(`The log that was there is kept as ${done.replaced}.`);
  if (done.damaged.length > 0) output.line(`Damaged in the backup already: ${done.damaged.join(", ")}.`);
  return exitCodes.done;
}

/** By the server that runs, or in place of the log itself where none does. */
async function restoreFrom(context: Context, file: string): Promise<Done> {
  const { home } = context;
  const client = await findServer(context);
  if (client !== null) {
    const restored = await client.restore(file).finally(() => client.close());
    return { ...restored, replaced: null, isServed: true };
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

/** A log that cannot be opened may be why somebody restores; then the backup says who was let in. */
function openCurrent<T>(log: string, open: (file: string) => T): T | null {
  if (!existsSync(log)) return null;
  try {
    return open(log);
  } catch {
    return null;
  }
}
