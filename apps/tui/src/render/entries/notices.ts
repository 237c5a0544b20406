import type { Block, Entry, EntryKinds } from "@polylog/core";
import {
  actorLabel,
  cardBeforeAnswer,
  cardOfExchange,
  changedFileDiffs,
  entryLine,
  exactText,
  modeName,
  subagentEntryBlock,
  visibleBlocks,
} from "@polylog/core";
import { limits } from "../../limits.ts";
import { cleanLine, cleanText, expandTabs } from "../../safe/clean-text.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { cutLine, wrapLine, wrapText } from "../../text/wrap.ts";
import { blockLines } from "../blocks/block-lines.ts";
import { diffLines } from "../blocks/diff.ts";
import { firstLines } from "../blocks/excerpt.ts";
import { styleOf, subagentLines } from "../blocks/subagent.ts";
import { joinSpans, narrowed, type RenderContext } from "../context.ts";
import { count, plural } from "../format.ts";
import { below, withHead } from "../head.ts";
import { markdownLines } from "../markdown/markdown.ts";

/** Entries that are not part of the conversation itself. */

/** A quiet line, with its details if everything is expanded. */
export function noticeLines(entry: Entry, context: RenderContext): Line[] {
  const { tone } = entryLine(entry);
  const { theme, glyphs, expanded } = context;
  const style = tone === "waiting" ? theme.waiting : theme.quiet;
  const glyph =
    tone === "waiting" ? glyphs.warning : entry.kind === "checkpoint" ? glyphs.checkpoint : glyphs.remark;
  const more = expanded ? moreOf(entry) : null;
  const by = expanded && "by" in entry ? actorLabel(entry.by) : "";
  return withHead({ glyph, word: tone === "waiting" ? "Warning" : "Note", style }, context, (inner) => [
    ...wrapLine(lineOf(cleanLine(textOf(entry)), style), inner.width),
    ...(more === null ? [] : wrapText(cleanText(more), theme.quiet, inner.width)),
    ...(by === "" ? [] : wrapLine(lineOf(`(by ${cleanLine(by)})`, theme.quiet), inner.width)),
  ]);
}

/** Core's line, with readable names and numbers. */
function textOf(entry: Entry): string {
  if (entry.kind === "mode_change") return `Mode: ${modeName(entry.newModeId)}`;
  if (entry.kind === "notice") return entry.text;
  if (entry.kind === "compaction" && entry.beforeTokens !== null && entry.afterTokens !== null)
    return `Context compacted, ${count(entry.beforeTokens)} to ${count(entry.afterTokens)} tokens`;
  return entryLine(entry).text;
}

function moreOf(entry: Entry): string | null {
  if (entry.kind === "compaction") return entry.summary;
  if (entry.kind === "retry") return entry.message;
  return entry.kind === "idle_prompt" ? entry.prompt : null;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["user_cancel", "by you"],
  ["cancelled", "by you"],
  ["interrupted", "before it finished"],
]);

export function interruptLines({ reason }: EntryKinds["interrupt"], context: RenderContext): Line[] {
  const { theme, glyphs } = context;
  return withHead({ glyph: glyphs.warning, word: "Warning", style: theme.waiting }, context, ({ width }) =>
    wrapLine(
      [span("Interrupted", theme.waiting), span(` ${cleanLine(reasons.get(reason) ?? reason)}`, theme.quiet)],
      width,
    ),
  );
}

/** The error, the kept content and the next step. */
export function errorLines({ error, retryable }: EntryKinds["error"], context: RenderContext): Line[] {
  const { theme, glyphs } = context;
  const advice = retryable ? "Retrying." : "Everything above is kept. Press Esc twice to edit your message.";
  return withHead({ glyph: glyphs.failed, word: "Error", style: theme.failed }, context, (inner) => [
    ...firstLines(
      wrapText(cleanText(error.message), theme.failed, inner.width),
      limits.excerptRows.list,
      inner,
    ),
    ...wrapLine(lineOf(`${cleanLine(error.code)} ${glyphs.separator} ${advice}`, theme.quiet), inner.width),
  ]);
}

export function finalizeLines({ ok, summary }: EntryKinds["finalize"], context: RenderContext): Line[] {
  const { theme, glyphs } = context;
  const head = {
    glyph: ok ? glyphs.done : glyphs.failed,
    word: "Result",
    style: ok ? theme.done : theme.failed,
  };
  return withHead(head, context, (inner) => [
    lineOf(ok ? "Task done" : "Task not done", { ...head.style, bold: true }),
    ...markdownLines(summary, inner),
  ]);
}

const letters = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

/** The files that a run changed. */
export function changeReportLines(entry: EntryKinds["change_report"], context: RenderContext): Line[] {
  const { files, truncatedCount } = entry;
  const { theme, glyphs, expanded } = context;
  const rows = files.flatMap((file): Line[] => {
    const path = file.oldPath === undefined ? file.path : `${file.oldPath} ${glyphs.arrow} ${file.path}`;
    const counts = [
      file.added === undefined ? null : lineOf(`+${file.added}`, theme.added),
      file.removed === undefined ? null : lineOf(`${glyphs.minus}${file.removed}`, theme.removed),
    ];
    const row = [
      span(`${letters[file.status]} `, theme.quiet),
      span(`${cleanLine(path)}  `),
      ...joinSpans(counts, span(" ")),
    ];
    const diffs = expanded
      ? changedFileDiffs(file).flatMap((block) => diffLines(block, narrowed(context, 4)))
      : [];
    return [cutLine(row, context.width - 4), ...diffs];
  });
  return withHead({ glyph: glyphs.done, word: "Changes", style: theme.done }, context, (inner) => [
    totals(entry, context),
    ...below(firstLines(rows, limits.excerptRows.list, inner, truncatedCount), inner),
  ]);
}

function totals(entry: EntryKinds["change_report"], { theme, glyphs }: RenderContext): Line {
  const { files, truncatedCount, added, removed } = entry;
  const head = span(`${plural(files.length + truncatedCount, "file")} changed`);
  if (added === null || removed === null) return [head];
  return [head, span(`  +${added}`, theme.added), span(` ${glyphs.minus}${removed}`, theme.removed)];
}

/** One agent's message to another and a later answer, in gold, with the other agent's work. */
export function exchangeLines(entry: EntryKinds["exchange" | "callback"], context: RenderContext): Line[] {
  const { theme, glyphs, conversation } = context;
  const isMessage = entry.kind === "exchange";
  const card = cardOfExchange(entry, conversation);
  const shown = isMessage ? cardBeforeAnswer(card, entry, conversation) : card;
  const { title, object, summary, state } = shown;
  const style = state === "error" ? theme.failed : state === "interrupted" ? theme.waiting : theme.agent;
  const display = {
    isExpanded: context.expanded ? true : null,
    expandsInPlace: false,
    showsWholeObject: true,
  };
  // Work after the entry has settled is shown with the answer.
  const isShown = ({ kind }: Block) => kind !== "subagent" || !isMessage || entry.mode === "sync";
  return withHead({ glyph: glyphs.exchange, word: "Agents", style }, context, (inner) => [
    cutLine(
      [
        span(cleanLine(`${title} ${object ?? ""}`), theme.agent),
        ...(summary === null
          ? []
          : [span(`  ${cleanLine(summary)}`, state === "error" ? style : theme.quiet)]),
      ],
      inner.width,
    ),
    ...visibleBlocks(shown, display)
      .filter(isShown)
      .flatMap((block) => below(blockLines(block, narrowed(inner, 2)), inner)),
  ]);
}

/** A subagent without a call, with the same summary as in a call's card. */
export function subagentEntryLines(entry: EntryKinds["subagent"], context: RenderContext): Line[] {
  const { live, endedBy } = entry;
  const { theme, glyphs, conversation } = context;
  const style = live ? theme.live : endedBy === null || endedBy === "completed" ? theme.done : theme.waiting;
  return withHead({ glyph: glyphs.subagent, word: "Subagent", style }, context, (inner) => {
    const title = cutLine(lineOf(cleanLine(entryLine(entry).text)), inner.width);
    const block = subagentEntryBlock(entry, conversation);
    if (block === null) return [title];
    return [title, ...below(subagentLines(block, narrowed(inner, 2)), inner)];
  });
}

/** Unrecognized output of an agent: kept, but collapsed. */
export function rawLines(entry: EntryKinds["raw" | "opaque" | "late"], context: RenderContext): Line[] {
  const { theme, glyphs, expanded } = context;
  return withHead({ glyph: glyphs.remark, word: "Raw", style: theme.quiet }, context, ({ width }) =>
    expanded
      ? wrapText(exactText(rawOf(entry).split("\n").map(expandTabs).join("\n")), theme.quiet, width, {
          hard: true,
        })
      : [
          cutLine(
            [
              span("Raw ", theme.quiet),
              span(exactText(cleanLine(entryLine(entry).text)), styleOf("quiet", theme)),
            ],
            width,
          ),
        ],
  );
}

function rawOf(entry: EntryKinds["raw" | "opaque" | "late"]): string {
  if (entry.kind === "raw") return entry.truncated ? `${entry.line} …` : entry.line;
  return entry.kind === "opaque" ? entry.raw : JSON.stringify(entry.event, null, 2);
}
