import { readFile } from "node:fs/promises";

/** Null for a missing or invalid file. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}
