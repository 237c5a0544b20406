import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

export function demoFolder(home: string): string {
  return path.join(home, "demo-project");
}

/** Creates a small project in the home that the demo can read, change and run, unless it exists. */
export async function makeDemoProject(home: string): Promise<string> {
  const folder = demoFolder(home);
  if (existsSync(folder)) return folder;
  const { demoProject } = await import("@polylog/scripted-model");
  for (const [name, text] of Object.entries(demoProject)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}
