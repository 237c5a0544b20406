import type {
  AssistantMessage,
  Conversation,
  FollowedText,
  Group,
  Grouping,
  Piece,
  Vector,
} from "@polylog/core";
import {
  followText,
  groupLane,
  groupsFrom,
  livePieces,
  modelRequests,
  requestLines,
  responseSummary,
  responseSummaryText,
} from "@polylog/core";
import { limits } from "../limits.ts";
import { cleanLine } from "../safe/clean-text.ts";
import { type Line, lineOf, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { cutLine } from "../text/wrap.ts";
import { indented, narrowed, type RenderContext } from "./context.ts";
import { assistantHead, hasNothingToShow, messageMarks } from "./entries/message.ts";
import { plural } from "./format.ts";
import { groupLines, isCompact } from "./group-lines.ts";
import { withHead } from "./head.ts";
import { GrowingList } from "./markdown/growing-list.ts";
import { piecesLines } from "./markdown/markdown.ts";

/**
 * Writes the conversation to the scrollback: each group once it has settled, and of a streaming text each block once it is
 * complete. Opening the session later shows the same lines.
 */
export class Transcript {
  private grouping: Grouping | null = null;
  /** Marks of the groups that were written, or omitted at the start. */
  private readonly written: string[] = [];
  private streaming: Streaming | null = null;
  /** The response that was written last, and the position of its first entry. */
  private response: { readonly key: string; readonly from: number } | null = null;
  private readonly growing = new GrowingList();
  /** Whether the last written group was a single line. There is always a line above the first group. */
  private last: "compact" | "tall" = "tall";

  /** Sets the current conversation. */
  follow(conversation: Conversation): void {
    const { main } = conversation;
    this.grouping =
      this.grouping === null ? groupLane(conversation, main) : groupsFrom(this.grouping, conversation, main);
  }

  /** Whether settled entries have not been written yet. */
  get isBehind(): boolean {
    return this.grouping !== null && this.written.length < this.grouping.settled.length;
  }

  /** The lines of newly settled groups, at most `most` groups. */
  advance(context: RenderContext, most: number = limits.groupsAtOnce): Line[] {
    const { grouping } = this;
    if (grouping === null) return [];
    const lines = [...this.skipBeginning(grouping, context), ...this.rejoin(grouping, context)];
    for (let left = most; left > 0 && this.written.length < grouping.settled.length; left -= 1) {
      const group = grouping.settled.get(this.written.length) as Group;
      lines.push(...this.endResponse(group, context), ...this.write(group, context));
      this.written.push(markOf(group));
    }
    const next = grouping.live[0];
    if (this.written.length === grouping.settled.length && next !== undefined && isStreaming(next))
      lines.push(...this.endResponse(next, context), ...this.writePieces(next, next.entry, context));
    return lines;
  }

  /** The end of the live part, limited to the given rows. */
  live(context: RenderContext, rows: number): Line[] {
    const { grouping } = this;
    if (grouping === null || rows <= 0) return [];
    const groups = [...grouping.settled.slice(this.written.length), ...grouping.live];
    const parts: { readonly group: Group; readonly lines: readonly Line[] }[] = [];
    let height = 0;
    // Drawn from the end, so that groups that do not fit are skipped.
    for (let at = groups.length - 1; at >= 0 && height <= rows; at -= 1) {
      const group = groups[at] as Group;
      const lines = at === 0 ? this.liveLines(group, context, rows) : groupLines(group, context);
      if (lines.length === 0) continue;
      parts.unshift({ group, lines });
      height += lines.length + 1;
    }
    const lines: Line[] = [];
    let last = height > rows ? "tall" : this.last;
    for (const { group, lines: own } of parts) {
      const compact = isCompact(group, own);
      const goesOn = this.streaming?.key === group.key && this.streaming.count > 0;
      if (!goesOn && !(compact && last === "compact")) lines.push([]);
      lines.push(...own);
      last = compact ? "compact" : "tall";
    }
    // The next entry may still belong to it, so it is not written yet.
    if (groups.length === 0) lines.push(...summaryLines(this.response, context));
    return tail(lines, rows, context);
  }

  /** The summary below a response. It is written once another response or message follows. */
  private endResponse(next: Group, context: RenderContext): Line[] {
    const before = this.response;
    const isSame = before !== null && before.key === next.responseKey;
    if (isSame) return [];
    this.response = next.responseKey === null ? null : { key: next.responseKey, from: next.pos };
    const lines = summaryLines(before, context);
    if (lines.length > 0) this.last = "tall";
    return lines;
  }

  /** A long history is not written out. Ctrl+O shows all of it. */
  private skipBeginning({ settled }: Grouping, { theme, glyphs }: RenderContext): Line[] {
    const hidden = settled.length - limits.openingGroups;
    if (this.written.length > 0 || hidden <= 0) return [];
    for (let at = 0; at < hidden; at += 1) {
      const group = settled.get(at) as Group;
      this.written.push(markOf(group));
      if (group.responseKey !== this.response?.key)
        this.response = group.responseKey === null ? null : { key: group.responseKey, from: group.pos };
    }
    this.last = "compact";
    return [
      lineOf(
        `${glyphs.more} ${plural(hidden, "earlier entry", "earlier entries")} hidden. Ctrl+O shows all`,
        theme.quiet,
      ),
    ];
  }

  /** After a rewind, the written lines are outdated. A line marks this, and nothing is written again. */
  private rejoin({ settled, live }: Grouping, { theme, glyphs }: RenderContext): Line[] {
    const markAt = (at: number) => {
      const group = at < settled.length ? settled.get(at) : live[at - settled.length];
      return group === undefined ? null : markOf(group);
    };
    const { written } = this;
    if (written.length === 0 || markAt(written.length - 1) === written.at(-1)) return [];
    const left = written.findIndex((mark, at) => markAt(at) !== mark);
    written.length = left === -1 ? written.length : left;
    this.streaming = null;
    this.response = null;
    this.last = "tall";
    return [
      [],
      lineOf(`${glyphs.warning} Rewound: the following entries replace the last ones above.`, theme.waiting),
    ];
  }

  private write(group: Group, context: RenderContext): Line[] {
    if (this.streaming?.key === group.key && isAnswer(group)) {
      const lines = this.writePieces(group, group.entry, context);
      this.streaming = null;
      return lines;
    }
    this.streaming = null;
    const lines = groupLines(group, context);
    if (lines.length === 0) return [];
    const compact = isCompact(group, lines);
    const gap = !(compact && this.last === "compact");
    this.last = compact ? "compact" : "tall";
    return gap ? [[], ...lines] : lines;
  }

  /** The complete pieces of a message that are not written yet; all of them once it has ended. */
  private writePieces(group: Group, entry: AssistantMessage, context: RenderContext): Line[] {
    const before = this.streaming?.key === group.key ? this.streaming : null;
    const followed = followText(before?.followed ?? null, entry.body, entry.live);
    const { pieces } = followed.state;
    if (before !== null && !beginsWith(pieces, before))
      return this.writeAgain(entry, pieces.slice(), context);
    const fresh = pieces.slice(before?.count ?? 0);
    this.streaming = { key: group.key, followed, count: pieces.length, hasText: before?.hasText ?? false };
    return this.textLines(entry, fresh, context);
  }

  /** A gap in the text was filled later. Only then is the text written twice. */
  private writeAgain(entry: AssistantMessage, pieces: readonly Piece[], context: RenderContext): Line[] {
    this.streaming = { key: "", followed: followText(null, entry.body, false), count: 0, hasText: false };
    this.last = "tall";
    return [
      [],
      lineOf("Part of the text above was missing. Full text:", context.theme.waiting),
      ...this.textLines(entry, pieces, context),
    ];
  }

  private textLines(entry: AssistantMessage, pieces: readonly Piece[], context: RenderContext): Line[] {
    const streaming = this.streaming as Streaming;
    const isBeginning = !streaming.hasText;
    const draw = (inner: RenderContext) => [
      ...piecesLines(pieces, inner, { isBeginning }),
      ...messageMarks(entry, inner),
    ];
    if (!isBeginning) return continued(draw, entry, context);
    if (entry.live ? !pieces.some(({ kind }) => kind !== "blank") : hasNothingToShow(entry, context))
      return [];
    const lines = withHead(assistantHead(entry, context), context, draw);
    this.last = "tall";
    this.streaming = { ...streaming, hasText: true };
    return [[], ...lines];
  }

  /** The group at the border: of a streaming text, the part after its complete pieces. */
  private liveLines(group: Group, context: RenderContext, rows: number): Line[] {
    if (!isStreaming(group) || this.streaming?.key !== group.key) return groupLines(group, context);
    const { followed, hasText } = this.streaming;
    const pieces = livePieces(followed.state).map((piece) => shortened(piece, rows * context.width));
    if (!pieces.some(({ kind }) => kind !== "blank")) return [];
    const { growing } = this;
    const draw = (inner: RenderContext) => piecesLines(pieces, inner, { isBeginning: !hasText, growing });
    return hasText
      ? continued(draw, group.entry, context)
      : withHead(assistantHead(group.entry, context), context, draw);
  }
}

/** The summary of a finished response. If everything is expanded, also its model requests, even before it ends. */
export function summaryLines(
  response: { readonly from: number } | null,
  { conversation, theme, glyphs, width, expanded, nowMs }: RenderContext,
): Line[] {
  if (response === null) return [];
  const { main } = conversation;
  const summary = responseSummary(conversation, main, response.from);
  if (summary === null || (summary.durationMs === null && !expanded)) return [];
  const text = summary.durationMs === null ? "" : responseSummaryText(summary);
  const requests = expanded ? requestLines(modelRequests(conversation, main, response.from), nowMs) : [];
  // Each mark precedes a word with the same meaning.
  const shown = (line: string) => (glyphs.separator === "·" ? line : line.replace(/[⟳✓✖⚠] /gu, ""));
  const lines = [...(text === "" ? [] : [text]), ...requests].map((line) =>
    cutLine(
      lineOf(cleanLine(`  ${shown(line).replaceAll(" · ", ` ${glyphs.separator} `)}`), theme.quiet),
      width,
    ),
  );
  return lines.length === 0 ? [] : [[], ...lines];
}

interface Streaming {
  readonly key: string;
  readonly followed: FollowedText;
  /** Pieces that were written. */
  readonly count: number;
  /** Whether a part, and therefore its head, has been written. */
  readonly hasText: boolean;
}

/** Identifies a group. Its key alone is not enough, because another entry may get the same key after a rewind. */
function markOf(group: Group): string {
  const first = group.kind === "entry" ? group.entry : group.entries[0];
  return `${group.key} ${first?.ts}`;
}

type AnswerGroup = Extract<Group, { readonly kind: "entry" }> & { readonly entry: AssistantMessage };

function isAnswer(group: Group): group is AnswerGroup {
  return group.kind === "entry" && group.entry.kind === "message" && group.entry.role === "assistant";
}

function isStreaming(group: Group): group is AnswerGroup {
  return isAnswer(group) && group.entry.live;
}

/** Whether the written text is still a prefix. A text that only grows keeps its pieces, so checking one is enough. */
function beginsWith(pieces: Vector<Piece>, { followed, count }: Streaming): boolean {
  const before = followed.state.pieces;
  if (count === 0 || before.get(0) === pieces.get(0)) return true;
  for (let at = 0; at < count; at += 1) if (before.get(at)?.text !== pieces.get(at)?.text) return false;
  return true;
}

/** Lines below a head that was already written. */
function continued(
  draw: (inner: RenderContext) => readonly Line[],
  entry: AssistantMessage,
  context: RenderContext,
): Line[] {
  if (context.screenReader) return [...draw(context)];
  const width = widthOf(assistantHead(entry, context).glyph) + 1;
  const by = [span(" ".repeat(width))];
  return indented(draw(narrowed(context, width)), by, by);
}

/** Of a block many screens long, only the end is drawn while it grows. */
function shortened(piece: Piece, most: number): Piece {
  if (piece.text.length <= most * 2) return piece;
  const from = piece.text.length - most;
  const text = piece.text.slice(
    piece.text.indexOf("\n", from) === -1 ? from : piece.text.indexOf("\n", from) + 1,
  );
  return piece.kind === "fence" ? { ...piece, text, continued: true } : { ...piece, text };
}

function tail(lines: readonly Line[], rows: number, { theme, glyphs }: RenderContext): Line[] {
  if (lines.length <= rows) return [...lines];
  const more = lineOf(`${glyphs.more} the rest is shown when it is complete`, theme.quiet);
  return rows < 3 ? lines.slice(-rows) : [more, ...lines.slice(-(rows - 1))];
}
