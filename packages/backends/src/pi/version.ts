import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { nameOf, recordOf } from "../connection/native-value.ts";
import { limits } from "./limits.ts";

/** The versions of Pi that the conformance suite is run on. Others work as far as they are alike. */
const tested = ["0.87", "1.5"];
/** What an unknown version is taken for. */
const ASSUMED = "0.87";

/** What a person should know about a version; null where there is nothing. */
export function versionNotice(version: string): string | null {
  if (tested.some((known) => version.startsWith(`${known}.`))) return null;
  return `Pi ${version} is not among the versions Polylog is tested with (${tested.join(", ")}); most should work.`;
}

/** Whether a version has what came with 0.87: trust for one run, a session by its exact id, a queue that can be cleared. */
export function isAtLeast087(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? ASSUMED).split(/[.-]/).map(Number);
  return Number.isNaN(major) || major > 0 || minor >= 87;
}

/** The version of the program in a file, by the package that it lies in; null where that is not Pi's. */
export async function installedVersion(file: string): Promise<string | null> {
  // Without its link resolved the search begins beside the link.
  let folder = path.dirname(await realpath(file).catch(() => file));
  for (let above = 0; above < limits.packageFolders; above++) {
    const { name, version } = recordOf(await readJson(path.join(folder, "package.json")));
    if (nameOf(name)?.endsWith("/pi-coding-agent") === true) return nameOf(version);
    folder = path.dirname(folder);
  }
  return null;
}

export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    // Missing or invalid: the version is unknown.
    return null;
  }
}
