import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { findProgram } from "../process/find-program.ts";

/**
 * The path of the real program if the command is npm's launcher. The launcher is an extra process that leaves Codex
 * running when it is killed. Any other command is used unchanged.
 */
export async function findCodex(command: string, searchPath: string): Promise<string> {
  const found = await findProgram(command, searchPath);
  // If the file is not found, starting the program reports it.
  const file = found.ok ? await realpath(found.file).catch(() => command) : command;
  if (path.basename(file) !== "codex.js") return command;
  const modules = path.resolve(file, "../../../..");
  const inside = path.resolve(file, "../../node_modules");
  for (const folder of [inside, modules]) {
    const vendor = path.join(folder, `@openai/codex-${process.platform}-${process.arch}/vendor`);
    // Only one of the folders contains the package for this platform.
    for (const target of await readdir(vendor).catch(() => [])) {
      const program = path.join(vendor, target, "bin/codex");
      if ((await findProgram(program, "")).ok) return program;
    }
  }
  return command;
}
