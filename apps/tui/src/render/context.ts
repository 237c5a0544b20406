import type { Conversation } from "@polylog/core";
import type { Line, Span } from "../text/style.ts";
import type { Glyphs } from "./glyphs.ts";
import type { Theme } from "./theme.ts";

/** Syntax highlighting, or null if it is not available (yet). */
export type Highlight = (code: string, language: string | null) => readonly Line[] | null;

/** Everything that affects drawing. The same context and entry always produce the same lines. */
export interface RenderContext {
  readonly width: number;
  readonly theme: Theme;
  readonly glyphs: Glyphs;
  readonly conversation: Conversation;
  readonly highlight: Highlight;
  /** Whether everything is shown in full, as after Ctrl+O. */
  readonly expanded: boolean;
  /** Words instead of glyphs, for screen readers. */
  readonly screenReader: boolean;
  /** Whether the terminal sends whole lines, so that single keys do nothing. */
  readonly sendsLines: boolean;
  readonly nowMs: number;
}

export function narrowed(context: RenderContext, by: number): RenderContext {
  return { ...context, width: Math.max(8, context.width - by) };
}

const indent: Line = [{ text: "  ", style: {} }];

/** Lines indented by two columns. */
export function indented(lines: readonly Line[], first: Line = indent, rest: Line = indent): Line[] {
  return lines.map((line, index) => (line.length === 0 ? line : [...(index === 0 ? first : rest), ...line]));
}

/** Joins the parts of a line with a separator, skipping absent parts. */
export function joinSpans(parts: readonly (Line | null)[], between: Span): Line {
  const there = parts.filter((part): part is Line => part !== null && part.length > 0);
  return there.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}
