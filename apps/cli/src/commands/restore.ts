import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { lockHome, restoreStore } from "@polylog/server";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { logFile } from "../home/with-store.ts";

/** SQLite's files beside the log: what was written last may be in them. */
const parts = ["", "-wal", "-shm"];

export async function restore({ home, output }: Context, file: string): Promise<number> {
  if (!existsSync(file)) throw new CliError("no_file", `There is no file ${file}.`, exitCodes.noSuchThing);
  const lock = lockHome(home);
  try {
    const log = logFile(home);
    const fresh = path.join(home, "restored.db");
    for (const part of parts) rmSync(fresh + part, { force: true });
    const { sessions, events, damaged } = await restoreStore(file, fresh);
    // Only now that the backup is known to be whole does anything change.
    const kept = existsSync(log) ? keepAside(log) : null;
    renameSync(fresh, log);
    if (output.json) output.value({ sessions, events, damaged, replaced: kept });
    else {
      output.line(`Restored ${sessions} sessions with ${events} events.`);
      if (kept !== null) output.line(`The log that was there is kept as ${kept}.`);
      if (damaged.length > 0) output.line(`Damaged in the backup already: ${damaged.join(", ")}.`);
    }
    return exitCodes.done;
  } finally {
    lock.release();
  }
}

function keepAside(log: string): string {
  const kept = `${log}.replaced-${new Date().toISOString().replaceAll(":", "-")}`;
  for (const part of parts) if (existsSync(log + part)) renameSync(log + part, kept + part);
  return kept;
}
