import { limits } from "../limits.ts";
import { failed, type ToolOutcome } from "../tool.ts";
import type { SearchResult } from "./run-search.ts";

/** A search result for the model: as many lines as fit, and whether there are more. */
export function searchOutcome(
  end: SearchResult["end"],
  lines: readonly string[],
  nothing: string,
): ToolOutcome {
  if (end === "cancelled") return failed("cancelled", "The search was cancelled.");
  if (end === "failed") return failed("search_failed", "The search failed. Try a simpler one.");
  if (end === "timed_out" && lines.length === 0) {
    return failed(
      "timed_out",
      `The search timed out after ${limits.searchMs} ms without a match. Search fewer files or use a simpler pattern.`,
    );
  }
  if (lines.length === 0) return { ok: true, text: nothing };
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > limits.searchChars) break;
    shown.push(line);
  }
  const isWhole = end === "done" && shown.length === lines.length;
  const note = isWhole ? [] : ["(There are more results. Narrow the search to see them.)"];
  return { ok: true, text: [...shown, ...note].join("\n").toWellFormed().replaceAll("\0", "\uFFFD") };
}
