import { readFile } from "node:fs/promises";
import { HomeHeldError } from "@polylog/server";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { withStore } from "../home/with-store.ts";
import { readExport } from "../import/read-export.ts";
import { storeSession } from "../import/store-session.ts";

export async function importSession({ home, output }: Context, file: string): Promise<number> {
  const exported = readExport(await readText(file), file);
  const { sessionId, events } = await withStore(home, (store) =>
    storeSession(store, exported, process.cwd()),
  ).catch((error: unknown) => {
    if (!(error instanceof HomeHeldError)) throw error;
    const message = `${error.message} A running server cannot import; nothing was imported.`;
    throw new CliError("home_held", message);
  });
  if (output.json) output.value({ session_id: sessionId, events });
  else output.line(`Imported ${events} events as session ${sessionId}.`);
  return exitCodes.done;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new CliError("no_file", `There is no file ${file}.`, exitCodes.noSuchThing);
    throw new CliError("no_file", `${file} cannot be read: ${message}.`);
  }
}
