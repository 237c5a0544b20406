import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** Agents that people have, and how to get those that they have not. */
export const agentPrograms = [
  { command: "claude", install: "npm install -g @anthropic-ai/claude-code" },
  { command: "codex", install: "npm install -g @openai/codex" },
  { command: "pi", install: "npm install -g @mariozechner/pi-coding-agent" },
  { command: "gemini", install: "npm install -g @google/gemini-cli" },
  { command: "opencode", install: "npm install -g opencode-ai" },
] as const;

/** Where a program is; null if it is in none of the folders. */
export function findOnPath(command: string, searchPath: string): string | null {
  const names = process.platform === "win32" ? [`${command}.exe`, `${command}.cmd`] : [command];
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
