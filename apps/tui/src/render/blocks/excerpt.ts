import type { Excerpt } from "@polylog/core";
import { type Line, lineOf } from "../../text/style.ts";
import type { RenderContext } from "../context.ts";
import { plural } from "../format.ts";

/** The first lines, and how many more there are. All of them where the reader wants to see everything. */
export function firstLines(lines: readonly Line[], most: number, context: RenderContext, more = 0): Line[] {
  const { expanded, theme, glyphs } = context;
  const hidden = expanded ? more : Math.max(0, lines.length - most) + more;
  const shown = expanded ? lines : lines.slice(0, most);
  if (hidden === 0) return [...shown];
  // One line is not worth the words that take its place.
  if (more === 0 && hidden === 1) return [...lines];
  return [...shown, lineOf(`${glyphs.more} ${plural(hidden, "more line")}`, theme.quiet)];
}

/** The part that core chose, with fewer rows if the terminal has less room. */
export function excerptLines(
  lines: readonly Line[],
  { from, lines: wanted }: Excerpt,
  most: number,
  context: RenderContext,
): Line[] {
  const rows = Math.min(wanted, most);
  return from === "start" ? firstLines(lines, rows, context) : lastLines(lines, rows, context);
}

/** The last ones, and how many come before them. */
function lastLines(lines: readonly Line[], most: number, context: RenderContext): Line[] {
  const { expanded, theme, glyphs } = context;
  const hidden = lines.length - most;
  if (expanded || hidden <= 1) return [...lines];
  return [lineOf(`${glyphs.more} ${plural(hidden, "line")} before`, theme.quiet), ...lines.slice(-most)];
}
