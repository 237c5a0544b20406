import path from "node:path";
import { rootZone, SCOPE, type Zone, zones } from "./arrows.ts";

/** The zone of a path from the root; undefined for a package or app that the table does not know. */
export function zoneOf(file: string): Zone | undefined {
  const zone = zones.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
  if (zone) return zone;
  return file.startsWith("packages/") || file.startsWith("apps/") ? undefined : rootZone;
}

export function nameOf(zone: Zone): string {
  return path.posix.basename(zone.folder);
}

export function packageNameOf(zone: Zone): string | undefined {
  return zone.developmentOnly ? undefined : `${SCOPE}${nameOf(zone)}`;
}

export function isTestFile(file: string, zone: Zone): boolean {
  // Configuration of a tool is not shipped either.
  const isTool = zone.developmentOnly === true || file.endsWith(".config.ts");
  return isTool || file.startsWith(`${zone.folder}/test/`) || /\.test\.tsx?$/.test(file);
}
