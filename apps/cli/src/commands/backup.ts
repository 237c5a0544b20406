import { chmodSync, closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { logFile } from "../home/with-store.ts";

const SIGNATURE = "SQLite format 3\0";
/** In one step, so that the copy shows one moment of a log that goes on growing. */
const ALL_PAGES = 2 ** 31 - 1;

export async function backup({ home, output }: Context, file: string): Promise<number> {
  const log = logFile(home);
  if (!existsSync(log)) {
    throw new CliError(
      "no_log",
      `There is no log in ${home} yet: nothing to back up.`,
      exitCodes.noSuchThing,
    );
  }
  refuseOtherFiles(file);
  const partial = `${path.resolve(file)}.partial`;
  // A reader of its own: a server that holds the home goes on writing meanwhile.
  const reader = new DatabaseSync(log, { readOnly: true, timeout: 5000 });
  try {
    rmSync(partial, { force: true });
    closeSync(openSync(partial, "wx", 0o600));
    await copyPages(reader, partial, { rate: ALL_PAGES });
    chmodSync(partial, 0o600);
    renameSync(partial, file);
  } finally {
    reader.close();
    rmSync(partial, { force: true });
  }
  const bytes = statSync(file).size;
  if (output.json) output.value({ file: path.resolve(file), bytes });
  else output.line(`Wrote the log to ${file} (${bytes} bytes). "polylog restore" puts it back.`);
  return exitCodes.done;
}

/** An older backup may be replaced; anything else was named by mistake. */
function refuseOtherFiles(file: string): void {
  if (!existsSync(file)) return;
  const start = Buffer.alloc(SIGNATURE.length);
  const handle = openSync(file, "r");
  try {
    readSync(handle, start);
  } finally {
    closeSync(handle);
  }
  if (start.toString("latin1") === SIGNATURE) return;
  throw new CliError("file_exists", `${file} exists and is no backup. Name another file.`);
}
