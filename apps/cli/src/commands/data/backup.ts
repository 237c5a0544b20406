import { statSync } from "node:fs";
import path from "node:path";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { logFile, withStore } from "../../home/with-store.ts";
import { findServer } from "../../server/find-server.ts";
import { retryWhileHeld } from "../../server/retry-while-held.ts";
import { type Progress, withProgress } from "../../show/progress.ts";

export async function backup(context: Context, file: string): Promise<number> {
  const { output } = context;
  const target = path.resolve(file);
  const made = await withProgress(
    output,
    "Writing the backup",
    () => written(context.home, target),
    () => retryWhileHeld(() => writeFile(context, target)),
  );
  if (output.json) output.value(made);
  else output.line(`Wrote the log to ${made.file} (${made.bytes} bytes). Restore it with "polylog restore".`);
  return exitCodes.done;
}

/** How much of the log is in the backup so far; null if the files cannot be read from here. */
function written(home: string, target: string): Progress | null {
  try {
    return { done: statSync(`${target}.polylog-draft`).size, total: statSync(logFile(home)).size };
  } catch {
    // The files may be on the server's machine, or not exist yet.
    return null;
  }
}

/** Asks the running server, or reads the log directly if no server runs. */
async function writeFile(context: Context, file: string): Promise<{ file: string; bytes: number }> {
  const { home } = context;
  const client = await findServer(context);
  if (client !== null) return client.maintenance.backup({ file }).finally(() => client.close());
  const { hasLog, writeBackup } = await import("@polylog/server");
  if (!hasLog(home)) {
    const message = `Nothing to back up: ${home} has no log yet.`;
    throw new CliError("no_log", message, exitCodes.notFound);
  }
  return withStore(home, (store) => writeBackup(store, home, file));
}
