import { type Line, type Style, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { wrapLine } from "../text/wrap.ts";
import { indented, narrowed, type RenderContext } from "./context.ts";

/** What a line begins with: its kind's glyph, or for those who hear the screen a word. */
export interface Head {
  readonly glyph: string;
  readonly word: string;
  readonly style: Style;
}

/** Lines behind a head; what goes on below it stands two columns further in. */
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

/** Lines that belong to the one above: a corner before the first. */
export function below(lines: readonly Line[], { glyphs, theme, screenReader }: RenderContext): Line[] {
  if (lines.length === 0) return [];
  if (screenReader) return indented(lines);
  return indented(lines, [span(`${glyphs.below} `, theme.quiet)], [span("  ")]);
}
