import type { Excerpt } from "../blocks.ts";
import { countLines } from "../output/lines.ts";

/** The visible part of a text, and the number of hidden lines. Null shows the whole text. */
export function excerptOf(
  text: string,
  excerpt: Excerpt | null,
): { readonly shown: string; readonly hiddenLines: number } {
  const hiddenLines = excerpt === null ? 0 : Math.max(0, countLines(text) - excerpt.lines);
  if (excerpt === null || hiddenLines === 0) return { shown: text, hiddenLines: 0 };
  const skipped = excerpt.from === "start" ? excerpt.lines : hiddenLines;
  let at = 0;
  for (let line = 0; line < skipped; line++) at = text.indexOf("\n", at) + 1;
  return {
    shown: excerpt.from === "start" ? text.slice(0, Math.max(0, at - 1)) : text.slice(at),
    hiddenLines,
  };
}
