import { type ThoughtEntry, thoughtLine } from "@polylog/core";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { cutLine } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";
import { withHead } from "../head.ts";
import { markdownLines } from "../markdown/markdown.ts";

/** Reasoning as one line, with its newest words while it streams. */
export function thoughtLines(entry: ThoughtEntry, context: RenderContext): Line[] {
  const { body, live, redacted } = entry;
  const { theme, glyphs, expanded } = context;
  const { title, hint } = thoughtLine(entry);
  const about = redacted ? "hidden by the provider" : expanded ? "" : cleanLine(hint ?? "");
  return withHead(
    { glyph: glyphs.thinking, word: "Thinking", style: live ? theme.live : theme.quiet },
    context,
    (inner) => [
      cutLine(
        [span(title, theme.quiet), ...lineOf(about === "" ? "" : `  ${about}`, theme.quiet)],
        inner.width,
      ),
      ...(expanded && body.length > 0 ? markdownLines(body.toString(), inner, theme.quiet) : []),
    ],
  );
}
