import { limits } from "../limits.ts";
import { failed, type ToolOutcome } from "../tool.ts";
import type { SearchResult } from "./run-search.ts";

/** What the model is told of a search: as many lines as fit, and whether there would be more. */
export function searchOutcome(
  end: SearchResult["end"],
  lines: readonly string[],
  nothing: string,
): ToolOutcome {
  if (end === "cancelled") return failed("cancelled", "The search was cancelled.");
  if (end === "failed") return failed("search_failed", "The search could not be made; try a simpler one.");
  if (end === "timed_out" && lines.length === 0) {
    return failed(
      "timed_out",
      `Nothing was found in ${limits.searchMs} ms; search in less, or by a simpler pattern.`,
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
  const note = isWhole ? [] : ["(There is more; narrow the search to see it.)"];
  return { ok: true, text: [...shown, ...note].join("\n").toWellFormed().replaceAll("\0", "\uFFFD") };
}
