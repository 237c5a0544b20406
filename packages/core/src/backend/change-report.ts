import type { ChangedFile } from "../events/work.ts";
import { limits } from "../limits.ts";
import type { ProjectChanges } from "./backend.ts";

/**
 * The body of a `change_report`, limited to the allowed number of files and length of diffs. `others` counts changed files that
 * are not among them. Null if nothing changed.
 */
export function limitReport(files: readonly ChangedFile[], others: number): ProjectChanges | null {
  if (files.length === 0 && others === 0) return null;
  const listed = files
    .slice(0, limits.reportFiles)
    .map(({ diff, ...file }) =>
      diff === undefined || diff === "" ? file : { ...file, diff: cutDiff(diff) },
    );
  return { files: listed, truncatedCount: others + files.length - listed.length };
}

/** A line of a unified diff that belongs to neither text. */
const rest = "\\ The rest is omitted.\n";

/** Cuts at the end of a line, unless that would omit more than half. */
function cutDiff(diff: string): string {
  if (diff.length <= limits.reportDiffChars) return diff;
  const room = limits.reportDiffChars - rest.length;
  const end = diff.lastIndexOf("\n", room - 1) + 1;
  return end >= room / 2 ? `${diff.slice(0, end)}${rest}` : `${cutText(diff, room - 1)}\n${rest}`;
}

/** Never ends with half of a surrogate pair. */
function cutText(text: string, chars: number): string {
  return text.slice(0, chars).replace(/[\ud800-\udbff]$/, "");
}
