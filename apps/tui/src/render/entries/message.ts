import { type AssistantMessage, actorLabel, type UserMessage } from "@polylog/core";
import { cleanLine, cleanText } from "../../safe/clean-text.ts";
import { type Line, lineOf } from "../../text/style.ts";
import { wrapLine, wrapText } from "../../text/wrap.ts";
import { firstLines } from "../blocks/excerpt.ts";
import type { RenderContext } from "../context.ts";
import { type Head, withHead } from "../head.ts";

const longLines = 20;

/** A person's message, exactly as typed. */
export function userMessageLines(entry: UserMessage, context: RenderContext): Line[] {
  const { body, images, sender, by, steered, exchange } = entry;
  const { theme, glyphs, expanded } = context;
  const who = sender !== null && sender.kind !== "user" ? (sender.name ?? sender.id ?? sender.kind) : null;
  const about = [
    ...(steered ? ["while running"] : []),
    ...(who === null ? [] : [`from ${cleanLine(who)}`]),
    ...(exchange === null ? [] : [`in session ${cleanLine(exchange.sessionId)}`]),
    ...(expanded && by !== null ? [`by ${cleanLine(actorLabel(by))}`] : []),
  ];
  const head =
    sender?.kind === "agent"
      ? { glyph: glyphs.exchange, word: "Agent", style: theme.agent }
      : { glyph: glyphs.you, word: "You", style: theme.accent };
  return withHead(head, context, (inner) => [
    ...firstLines(
      wrapText(cleanText(body.toString()).trimEnd(), theme.strong, inner.width),
      longLines,
      inner,
    ),
    ...images.map(({ name, mediaType }) => lineOf(`[image: ${cleanLine(name ?? mediaType)}]`, theme.quiet)),
    ...(about.length === 0 ? [] : wrapLine(lineOf(`(${about.join(", ")})`, theme.quiet), inner.width)),
  ]);
}

export function assistantHead({ agentId }: AssistantMessage, { glyphs, theme }: RenderContext): Head {
  return { glyph: glyphs.talk, word: agentId ?? "Agent", style: theme.text };
}

/** Remarks about a text, such as gaps. */
export function messageMarks(entry: AssistantMessage, { theme, glyphs }: RenderContext): Line[] {
  const { body, endedBy, live } = entry;
  if (live) return [];
  return [
    ...(body.gaps.length > 0 ? [lineOf("Part of this text was not received.", theme.waiting)] : []),
    ...(body.cut ? [lineOf("This text is too long to show. The log contains all of it.", theme.quiet)] : []),
    ...(endedBy !== null && endedBy !== "completed"
      ? [lineOf(`${glyphs.more} truncated here`, theme.waiting)]
      : []),
  ];
}

/** Whether the message is empty and needs no remark. */
export function hasNothingToShow(entry: AssistantMessage, context: RenderContext): boolean {
  return messageMarks(entry, context).length === 0 && entry.body.toString().trim() === "";
}
