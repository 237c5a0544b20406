import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { findProgram } from "../process/find-program.ts";

/**
 * The program itself, where the command is only npm's way to it: that is a second process that stands between us and
 * Codex, and leaves it behind when it is killed. Any other command is taken as it is.
 */
export async function findCodex(command: string, searchPath: string): Promise<string> {
  const found = await findProgram(command, searchPath);
  // Whatever cannot be found is left to the start of the program, which reports it.
  const file = found.ok ? await realpath(found.file).catch(() => command) : command;
  if (path.basename(file) !== "codex.js") return command;
  const modules = path.resolve(file, "../../../..");
  const inside = path.resolve(file, "../../node_modules");
  for (const folder of [inside, modules]) {
    const vendor = path.join(folder, `@openai/codex-${process.platform}-${process.arch}/vendor`);
    // The package for this platform lies in only one of the folders.
    for (const target of await readdir(vendor).catch(() => [])) {
      const program = path.join(vendor, target, "bin/codex");
      if ((await findProgram(program, "")).ok) return program;
    }
  }
  return command;
}
