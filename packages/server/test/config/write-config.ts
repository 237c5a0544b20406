import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Home } from "../reliability/support/home.ts";

/** Writes as an editor does: a new file replaces the old one. */
export function writeConfig({ folder }: Home, config: unknown): void {
  writeText(path.join(folder, "config.json"), config);
}

/** A project's own configuration. */
export function writeProjectConfig({ project }: Home, config: unknown): void {
  mkdirSync(path.join(project, ".polylog"), { recursive: true });
  writeText(path.join(project, ".polylog", "config.json"), config);
}

function writeText(file: string, config: unknown): void {
  writeFileSync(`${file}.new`, typeof config === "string" ? config : JSON.stringify(config));
  renameSync(`${file}.new`, file);
}
