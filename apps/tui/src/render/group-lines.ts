import type { Group } from "@polylog/core";
import { cleanLine } from "../safe/clean-text.ts";
import { type Line, lineOf } from "../text/style.ts";
import { cutLine } from "../text/wrap.ts";
import { styleOf } from "./blocks/subagent.ts";
import type { RenderContext } from "./context.ts";
import { entryLines } from "./entries/entry-lines.ts";
import { withHead } from "./head.ts";

/** One group of the conversation: an entry, or several similar ones as one expandable line. */
export function groupLines(group: Group, context: RenderContext): Line[] {
  if (group.kind === "entry") return entryLines(group.entry, context);
  const { line, live, entries } = group;
  const { theme, glyphs, expanded } = context;
  if (expanded) return entries.flatMap((entry) => entryLines(entry, context));
  const glyph = live ? glyphs.pending : group.kind === "explored" ? glyphs.tool : glyphs.remark;
  return withHead({ glyph, word: "Tools", style: styleOf(line.tone, theme) }, context, ({ width }) => [
    cutLine(lineOf(cleanLine(line.text), group.kind === "raw" ? theme.quiet : {}), width),
  ]);
}

/** Whether the group is a single line outside the conversation. Such lines follow each other without a gap. */
export function isCompact(group: Group, lines: readonly Line[]): boolean {
  return lines.length === 1 && !(group.kind === "entry" && group.entry.kind === "message");
}
