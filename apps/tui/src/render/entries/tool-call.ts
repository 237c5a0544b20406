import type { Block, Conversation, ToolCallEntry, ToolCard, ToolState } from "@polylog/core";
import { cardBeforeAnswer, findRun, pendingAsks, toolCard, visibleBlocks } from "@polylog/core";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, type Style, span } from "../../text/style.ts";
import { cutLine } from "../../text/wrap.ts";
import { blockLines } from "../blocks/block-lines.ts";
import { backgroundLines } from "../blocks/subagent.ts";
import { joinSpans, narrowed, type RenderContext } from "../context.ts";
import { duration, elapsed } from "../format.ts";
import { below, withHead } from "../head.ts";
import type { Theme } from "../theme.ts";

const words: Readonly<Record<ToolState, string>> = {
  pending: "Tool running",
  success: "Tool done",
  error: "Tool failed",
  interrupted: "Tool interrupted",
  truncated: "Tool done, result truncated",
  "agent-callback": "Agent answered",
};

/** A call as one line, followed by the blocks that core does not collapse. */
export function toolCallLines(call: ToolCallEntry, context: RenderContext): Line[] {
  const card = cardBeforeAnswer(toolCard(call, context.conversation), call, context.conversation);
  const { glyphs, theme } = context;
  const isAsked = call.live && asksFirst(call, context.conversation);
  const glyph =
    card.state === "pending"
      ? glyphs.pending
      : card.state === "interrupted" || card.state === "truncated"
        ? glyphs.warning
        : card.icon === "exchange"
          ? glyphs.exchange
          : glyphs.tool;
  return withHead(
    { glyph, word: words[card.state], style: isAsked ? theme.waiting : stateStyle(card.state, theme) },
    context,
    (inner) => [
      titleLine(call, card, inner, isAsked),
      ...(isAsked ? [] : blocksOf(call, card, inner)).flatMap((block) =>
        below(linesOf(block, call, narrowed(inner, 2)), inner),
      ),
    ],
  );
}

/** Whether the call waits for an answer. Its details are then shown in the ask. */
function asksFirst({ callId }: ToolCallEntry, conversation: Conversation): boolean {
  return pendingAsks(conversation).some(({ entry }) => entry.callId === callId);
}

function stateStyle(state: ToolState, theme: Theme): Style {
  const styles: Readonly<Record<ToolState, Style>> = {
    pending: theme.live,
    success: theme.done,
    truncated: theme.waiting,
    error: theme.failed,
    interrupted: theme.waiting,
    "agent-callback": theme.agent,
  };
  return styles[state];
}

function titleLine(
  call: ToolCallEntry,
  card: ToolCard,
  { theme, glyphs, width, nowMs }: RenderContext,
  isAsked: boolean,
): Line {
  const { title, object, state, added, removed, durationMs, runsSince } = card;
  const failed = state === "error" || state === "interrupted";
  // The end of a command's output is shown below, so its start is not repeated here.
  const isTold = card.summary === null || (!failed && isCommand(card));
  const summary = isTold
    ? null
    : lineOf(cleanLine(card.summary ?? ""), failed ? stateStyle(state, theme) : theme.quiet);
  const since = call.live
    ? Math.max(durationMs ?? 0, runsSince === null ? 0 : nowMs - runsSince)
    : (durationMs ?? 0);
  const time = call.live ? (since >= 1000 ? elapsed(since) : "") : since >= 100 ? duration(since) : "";
  const meta = joinSpans(
    [
      joinSpans(
        [
          added === null ? null : lineOf(`+${added}`, theme.added),
          removed === null ? null : lineOf(`${glyphs.minus}${removed}`, theme.removed),
        ],
        span(" "),
      ),
      state === "interrupted" && card.summary === null ? lineOf("interrupted", theme.waiting) : summary,
      isAsked ? lineOf("waiting for you", theme.waiting) : lineOf(time, theme.quiet),
      card.approval === null ? null : lineOf(`auto-approved: ${cleanLine(card.approval.by)}`, theme.quiet),
    ],
    span(` ${glyphs.separator} `, theme.quiet),
  );
  const what: Line = [
    span(cleanLine(title)),
    ...(object === null ? [] : [span(` ${cleanLine(object)}`, theme.strong)]),
  ];
  return cutLine(meta.length === 0 ? what : [...roomFor(what, width), span("  "), ...meta], width);
}

/** A long object is shortened to leave room for the result. */
function roomFor(what: Line, width: number): Line {
  return cutLine(what, Math.max(20, Math.floor(width * 0.72)));
}

/** The approximate room for a command on the line. */
const objectShare = 0.6;

function blocksOf(call: ToolCallEntry, card: ToolCard, context: RenderContext): readonly Block[] {
  const { expanded, width, conversation } = context;
  return visibleBlocks(card, {
    isExpanded: expanded ? true : null,
    expandsInPlace: false,
    showsWholeObject: (card.object ?? "").length <= Math.floor(width * objectShare),
    // Another agent's work after the call has settled is shown with its answer, because settled lines must not change.
  }).filter((block) => !(card.icon === "exchange" && isLater(block, call, conversation)));
}

function isLater(block: Block, call: ToolCallEntry, conversation: Conversation): boolean {
  return block.kind === "subagent" && outlives(block.childRunId, call, conversation);
}

/** A command with the end of its output below its line. */
function isCommand({ icon, blocks }: ToolCard): boolean {
  return icon === "terminal" && blocks.some(({ kind }) => kind === "output");
}

function linesOf(block: Block, call: ToolCallEntry, context: RenderContext): Line[] {
  if (block.kind === "subagent" && outlives(block.childRunId, call, context.conversation))
    return backgroundLines(context);
  return blockLines(block, context);
}

/** Whether a subagent outlived its call, judged by their end times so that the result never changes. */
function outlives(runId: string, call: ToolCallEntry, conversation: Conversation): boolean {
  if (call.live) return false;
  const endedTs = findRun(conversation, runId)?.endedTs ?? null;
  return endedTs === null || (call.endedTs !== null && endedTs > call.endedTs);
}
