import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import { limits } from "./limits.ts";
import { readRegularFile } from "./read-regular-file.ts";

const settingsFile = /\.(?:json|jsonc|toml|ya?ml)$/i;
/** Programs prefix a hook's path with a variable for the project's folder. */
const variable = /\$\{?\w+\}?(?:\\?["'])?\//g;
const between = /[\s"'`,;()[\]{}<>|&=\\]+/;
const script =
  /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|bat|cmd|exe|jar|wasm|node|so|dylib|dll|json|jsonc|toml|ya?ml)$/i;

/** Files that a settings file names anywhere, relative to one of these folders or to its own. */
export async function namedScripts(settings: string, folders: readonly string[]): Promise<string[]> {
  if (!settingsFile.test(settings)) return [];
  // Settings that cannot be read name no scripts.
  const text = await readRegularFile(settings, limits.settingsBytes).catch(() => "");
  const words = new Set(text.replace(variable, "").split(between));
  const names = [...words].filter(isName).slice(0, limits.settingsWords);
  const files = names.flatMap((name) =>
    [...folders, path.dirname(settings)].map((folder) => path.resolve(folder, name)),
  );
  const found = await Promise.all(
    [...new Set(files)].map(async (file) => ((await isThere(file)) ? file : null)),
  );
  return found.filter((file) => file !== null);
}

function isName(word: string): boolean {
  return /[./]/.test(word) && word.length <= limits.wordChars && !word.includes("\0");
}

async function isThere(file: string): Promise<boolean> {
  // Any failure means that nothing of that name can be executed.
  const found = await lstat(file).catch(() => null);
  return found?.isFile() === true || found?.isSymbolicLink() === true;
}

/**
 * By its name or its permission. Other named files do not count: a hook may name its log, which changes with every run.
 */
export function isScript(file: string, { mode }: Stats): boolean {
  return script.test(file) || (mode & 0o111) !== 0;
}
