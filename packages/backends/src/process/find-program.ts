import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";
import type { StartFailure } from "./start-failure.ts";

export type FoundProgram =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly failure: StartFailure };

/**
 * The absolute path of a program: an absolute path, or a name that is looked up in a PATH. Relative paths are refused,
 * also as folders in the PATH, so that a project cannot plant a program.
 */
export async function findProgram(command: string, searchPath: string): Promise<FoundProgram> {
  if (path.isAbsolute(command)) {
    if (await isProgram(command)) return { ok: true, file: command };
    return notFound(`${command} is not an executable program. Check the agent's command.`);
  }
  if (command === "" || command.includes("/")) {
    return notFound(
      `"${command}" is a relative path. Set the agent's command to a name or an absolute path.`,
    );
  }
  for (const folder of searchPath.split(path.delimiter).filter((part) => path.isAbsolute(part))) {
    const file = path.join(folder, command);
    if (await isProgram(file)) return { ok: true, file };
  }
  return notFound(`${command} was not found. Install it, or set the agent's command to its absolute path.`);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Missing or not executable; the search continues in the next folder.
    return false;
  }
}

function notFound(message: string): FoundProgram {
  return { ok: false, failure: { code: "program_not_found", message } };
}
