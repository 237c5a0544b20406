import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type Instructions,
  type LoadOptions,
  loadInstructions,
} from "../../../src/built-in-agent/instructions/load-instructions.ts";
import { temporaryFolder } from "../../node-program.ts";

/** Writes files into a folder, by relative path. */
export function write(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

export function folderWith(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  write(folder, files);
  return folder;
}

/** Loads instructions from a project with these files and a configuration folder, which is empty by default. */
export function load(
  project: Record<string, string | Buffer> | string,
  options: Partial<LoadOptions> = {},
): Promise<Instructions> {
  return loadInstructions({
    projectRoot: typeof project === "string" ? project : folderWith(project),
    trusted: true,
    settings: {},
    configFolder: temporaryFolder(),
    ...options,
  });
}
