import path from "node:path";

const tools = path.join(import.meta.dirname, "../../../../../tools");

/** A program of `tools/programs`, which has a separate lock file. */
export function installedProgram(inModules: string): string {
  return path.join(tools, "programs/node_modules", inModules);
}

/** One of the heavier agents of `tools/programs-acp`, which only `npm run test:agents` installs. */
export function installedAgent(inModules: string): string {
  return path.join(tools, "programs-acp/node_modules", inModules);
}
