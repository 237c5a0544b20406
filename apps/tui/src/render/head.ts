import { type Line, type Style, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { wrapLine } from "../text/wrap.ts";
import { indented, narrowed, type RenderContext } from "./context.ts";

/** The start of a line: its kind's glyph, or a word for screen readers. */
export interface Head {
  readonly glyph: string;
  readonly word: string;
  readonly style: Style;
}

/** Lines after a head. Further lines are indented by two columns. */
export function withHead(
  head: Head,
  context: RenderContext,
  body: (inner: RenderContext) => readonly Line[],
): Line[] {
  if (context.screenReader) {
    const [first = [], ...rest] = body(context);
    return [...wrapLine([span(`${head.word}: `), ...first], context.width), ...rest];
  }
  const glyph = `${head.glyph} `;
  const lines = body(narrowed(context, widthOf(glyph)));
  return indented(
    lines.length === 0 ? [[span(" ")]] : lines,
    [span(glyph, head.style)],
    [span(" ".repeat(widthOf(glyph)))],
  );
}

/** Lines that belong to the line above, with a corner before the first. */
export function below(lines: readonly Line[], { glyphs, theme, screenReader }: RenderContext): Line[] {
  if (lines.length === 0) return [];
  if (screenReader) return indented(lines);
  return indented(lines, [span(`${glyphs.below} `, theme.quiet)], [span("  ")]);
}
