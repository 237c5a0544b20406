import path from "node:path";

/** A program of `tools/programs`, which has a lock of its own. */
export function installedProgram(inModules: string): string {
  return path.join(import.meta.dirname, "../../../../../tools/programs/node_modules", inModules);
}
