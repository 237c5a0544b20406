import type { ChangedFile } from "@polylog/core";
import { limits } from "./limits.ts";

/** The body of a `change_report`. */
export interface ChangeReport {
  readonly files: ChangedFile[];
  /** Files that changed too and are not in the list. */
  readonly truncatedCount: number;
}

/** The report with no more files and no longer differences than it may have. Null where nothing changed. */
export function boundReport(files: readonly ChangedFile[], others: number): ChangeReport | null {
  if (files.length === 0 && others === 0) return null;
  let left: number = limits.reportDiffChars;
  const listed = files.slice(0, limits.reportFiles).map(({ diff, ...file }) => {
    if (diff === undefined || diff === "") return file;
    const kept = cutDiff(diff, left);
    left -= kept.length;
    return kept === "" ? file : { ...file, diff: kept };
  });
  return { files: listed, truncatedCount: others + files.length - listed.length };
}

/** A line of a unified diff that belongs to neither text. */
const rest = "\\ The rest is left out.\n";

function cutDiff(diff: string, chars: number): string {
  if (diff.length <= chars) return diff;
  const end = diff.lastIndexOf("\n", chars - rest.length - 1);
  return end <= 0 || chars <= rest.length ? "" : `${diff.slice(0, end + 1)}${rest}`;
}
