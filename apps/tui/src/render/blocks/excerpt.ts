import type { Excerpt } from "@polylog/core";
import { type Line, lineOf } from "../../text/style.ts";
import type { RenderContext } from "../context.ts";
import { plural } from "../format.ts";

/** The first lines and the number of hidden ones, or all lines if everything is expanded. */
export function firstLines(lines: readonly Line[], most: number, context: RenderContext, more = 0): Line[] {
  const { expanded, theme, glyphs } = context;
  const hidden = expanded ? more : Math.max(0, lines.length - most) + more;
  const shown = expanded ? lines : lines.slice(0, most);
  if (hidden === 0) return [...shown];
  // A single line is not worth replacing with a line of text.
  if (more === 0 && hidden === 1) return [...lines];
  return [...shown, lineOf(`${glyphs.more} ${plural(hidden, "more line")}`, theme.quiet)];
}

/** Core's excerpt, with fewer rows if the terminal has less room. */
export function excerptLines(
  lines: readonly Line[],
  { from, lines: wanted }: Excerpt,
  most: number,
  context: RenderContext,
): Line[] {
  const rows = Math.min(wanted, most);
  return from === "start" ? firstLines(lines, rows, context) : lastLines(lines, rows, context);
}

/** The last lines, and the number of lines before them. */
function lastLines(lines: readonly Line[], most: number, context: RenderContext): Line[] {
  const { expanded, theme, glyphs } = context;
  const hidden = lines.length - most;
  if (expanded || hidden <= 1) return [...lines];
  return [lineOf(`${glyphs.more} ${plural(hidden, "earlier line")}`, theme.quiet), ...lines.slice(-most)];
}
