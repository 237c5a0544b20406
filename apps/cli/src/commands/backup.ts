import { existsSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { untilFree } from "../home/until-free.ts";
import { logFile, withStore } from "../home/with-store.ts";

export async function backup(context: Context, file: string): Promise<number> {
  const { output } = context;
  const made = await untilFree(() => writeFile(context, path.resolve(file)));
  if (output.json) output.value(made);
  else output.line(`Wrote the log to ${made.file} (${made.bytes} bytes). "polylog restore" puts it back.`);
  return exitCodes.done;
}

/** By the server that runs, or from the log itself where none does. */
async function writeFile(context: Context, file: string): Promise<{ file: string; bytes: number }> {
  const { home } = context;
  const client = await findServer(context);
  if (client !== null) return client.backup(file).finally(() => client.close());
  if (!existsSync(logFile(home))) {
    const message = `There is no log in ${home} yet: nothing to back up.`;
    throw new CliError("no_log", message, exitCodes.noSuchThing);
  }
  const { blobFolder, writeBackup } = await import("@polylog/server");
  return withStore(home, (store) => writeBackup(store, blobFolder(home), file));
}
