import { realpath } from "node:fs/promises";
import path from "node:path";
import { nameOf, recordOf } from "../connection/native-value.ts";
import { readJson } from "../detect/read-json.ts";
import { limits } from "./limits.ts";

/** The Pi versions that the conformance suite runs on. Similar versions should work. */
const tested = ["0.87", "1.5"];
/** The version that an unknown one is treated as. */
const ASSUMED = "0.87";

/** A notice about an untested version; null if the version is tested. */
export function versionNotice(version: string): string | null {
  if (tested.some((known) => version.startsWith(`${known}.`))) return null;
  return `Pi ${version} is not among the versions Polylog is tested with (${tested.join(", ")}); most should work.`;
}

/**
 * Whether a version has the features of 0.87: trust for one run, a session by its exact ID, a queue that can be
 * cleared.
 */
export function isAtLeast087(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? ASSUMED).split(/[.-]/).map(Number);
  return Number.isNaN(major) || major > 0 || minor >= 87;
}

/** The version of the program in a file, from the package that contains it; null if the package is not Pi's. */
export async function installedVersion(file: string): Promise<string | null> {
  // Resolves links, so that the search starts in the package.
  let folder = path.dirname(await realpath(file).catch(() => file));
  for (let above = 0; above < limits.packageFolders; above++) {
    const { name, version } = recordOf(await readJson(path.join(folder, "package.json")));
    if (nameOf(name)?.endsWith("/pi-coding-agent") === true) return nameOf(version);
    folder = path.dirname(folder);
  }
  return null;
}
