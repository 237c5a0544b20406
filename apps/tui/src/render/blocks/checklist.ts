import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";

interface Item {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
  readonly priority?: "high" | "medium" | "low" | undefined;
}

/** To-dos and their status. */
export function checklistLines(
  items: readonly Item[],
  { theme, glyphs, width, screenReader }: RenderContext,
): Line[] {
  const looks = {
    pending: { glyph: glyphs.open, word: "to do", style: theme.text, mark: theme.quiet },
    in_progress: { glyph: glyphs.working, word: "doing", style: theme.strong, mark: theme.live },
    completed: { glyph: glyphs.done, word: "done", style: theme.quiet, mark: theme.done },
  } as const;
  return items.flatMap(({ content, status, priority }) => {
    const { glyph, word, style, mark } = looks[status];
    const first = [span(screenReader ? `${word}: ` : `${glyph} `, mark)];
    // Normal priority is not shown.
    const rank = priority === "high" || priority === "low" ? [span(` (${priority})`, theme.quiet)] : [];
    return wrapLine([...lineOf(cleanLine(content), style), ...rank], width, { first, rest: [span("  ")] });
  });
}
