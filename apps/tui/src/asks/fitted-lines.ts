import type { RenderContext } from "../render/context.ts";
import { plural } from "../render/format.ts";
import { type Line, lineOf } from "../text/style.ts";
import { wrapLine } from "../text/wrap.ts";

/**
 * Fits the parts of an ask into a number of rows. The longest parts are shortened first, in their middle, so that a long command
 * hides neither its end nor the fields next to it. Hidden lines are always counted where they are missing.
 */
export function fittedLines(parts: readonly Line[][], rows: number, context: RenderContext): Line[] {
  const all = parts.flat();
  if (all.length <= rows) return all;
  for (let most = rows; most > 0; most--) {
    const lines = parts.flatMap((part) => shortened(part, most, context));
    if (lines.length <= rows) return lines;
  }
  return [...shortened(all, Math.max(0, rows - missing(all.length, context).length), context)];
}

function shortened(lines: readonly Line[], most: number, context: RenderContext): readonly Line[] {
  const hidden = lines.length - most;
  const note = missing(hidden, context);
  if (hidden <= 0 || lines.length <= most + note.length) return lines;
  const end = Math.floor(most / 2);
  return [...lines.slice(0, most - end), ...note, ...(end === 0 ? [] : lines.slice(-end))];
}

function missing(hidden: number, { theme, glyphs, width }: RenderContext): readonly Line[] {
  const text = `${glyphs.warning} ${plural(hidden, "more line")} hidden. Ctrl+O shows all`;
  return wrapLine(lineOf(text, theme.waiting), width);
}
