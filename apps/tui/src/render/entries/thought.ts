import { firstLine, type ThoughtEntry } from "@polylog/core";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { cutLine } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";
import { duration } from "../format.ts";
import { withHead } from "../head.ts";
import { markdownLines } from "../markdown/markdown.ts";

/** Reasoning: one line; while it goes on, its newest words beside it. */
export function thoughtLines(entry: ThoughtEntry, context: RenderContext): Line[] {
  const { body, live, redacted, ts, endedTs } = entry;
  const { theme, glyphs, expanded } = context;
  const took = endedTs === null ? 0 : endedTs - ts;
  const title = live ? "Thinking" : took >= 1000 ? `Thought for ${duration(took)}` : "Thought";
  const about = redacted
    ? "hidden by the model’s maker"
    : live && !expanded
      ? hintOf(body.from(body.length - 240))
      : "";
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

function hintOf(end: string): string {
  const line = end.trimEnd().split("\n").at(-1) ?? "";
  return cleanLine(firstLine(line.replace(/^[#>*\-\s]+/, ""), 120));
}
