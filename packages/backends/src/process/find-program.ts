import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";
import type { StartFailure } from "./start-failure.ts";

export type FoundProgram =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly failure: StartFailure };

/**
 * The absolute path of a program: given as such, or found by its name in the folders of a PATH. A path relative to
 * wherever we are is refused, and so is a relative folder in the PATH: a project must not be able to plant a program.
 */
export async function findProgram(command: string, searchPath: string): Promise<FoundProgram> {
  if (path.isAbsolute(command)) {
    if (await isProgram(command)) return { ok: true, file: command };
    return notFound(`${command} is no program that can be run; check the agent's command.`);
  }
  if (command === "" || command.includes("/")) {
    return notFound(
      `"${command}" is a relative path; give the agent's command as a name or as an absolute path.`,
    );
  }
  for (const folder of searchPath.split(path.delimiter).filter((part) => path.isAbsolute(part))) {
    const file = path.join(folder, command);
    if (await isProgram(file)) return { ok: true, file };
  }
  return notFound(`${command} was not found; install it, or give its absolute path as the agent's command.`);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Missing or not executable; the search goes on in the next folder.
    return false;
  }
}

function notFound(message: string): FoundProgram {
  return { ok: false, failure: { code: "program_not_found", message } };
}
