import type { Conversation } from "@polylog/core";
import type { Line, Span } from "../text/style.ts";
import type { Glyphs } from "./glyphs.ts";
import type { Theme } from "./theme.ts";

/** The colours of code, or null where they are not there (yet). */
export type Highlight = (code: string, language: string | null) => readonly Line[] | null;

/** Everything that decides how something is drawn. The same context and entry give the same lines, always. */
export interface RenderContext {
  readonly width: number;
  readonly theme: Theme;
  readonly glyphs: Glyphs;
  readonly conversation: Conversation;
  readonly highlight: Highlight;
  /** Everything in full, as after Ctrl+O. */
  readonly expanded: boolean;
  /** Words in place of glyphs, for those who hear the screen. */
  readonly screenReader: boolean;
  /** The terminal sends whole lines: single keys do nothing. */
  readonly sendsLines: boolean;
  readonly nowMs: number;
}

export function narrowed(context: RenderContext, by: number): RenderContext {
  return { ...context, width: Math.max(8, context.width - by) };
}

const indent: Line = [{ text: "  ", style: {} }];

/** Lines below a line, two columns further in. */
export function indented(lines: readonly Line[], first: Line = indent, rest: Line = indent): Line[] {
  return lines.map((line, index) => (line.length === 0 ? line : [...(index === 0 ? first : rest), ...line]));
}

/** Parts of a line with something between them; those that are absent leave no gap. */
export function joinSpans(parts: readonly (Line | null)[], between: Span): Line {
  const there = parts.filter((part): part is Line => part !== null && part.length > 0);
  return there.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}
