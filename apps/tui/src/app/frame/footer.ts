import { type ContextUsage, sessionUsage } from "@polylog/core";
import type { RenderContext } from "../../render/context.ts";
import { cost, count } from "../../render/format.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, type Style, span } from "../../text/style.ts";
import { cutLine, lineWidth } from "../../text/wrap.ts";
import type { Editing } from "../model.ts";
import type { Connection, SessionFacts } from "../session/session-facts.ts";

interface Part {
  readonly line: Line;
  /** In a narrow window, parts with a higher number are dropped first. */
  readonly rank: number;
}

/** The line below the field: the message being edited, or session details. */
export function lastLine(editing: Editing | null, ...about: Parameters<typeof footerLine>): Line {
  return editing === null ? footerLine(...about) : editingLine(editing, about[3]);
}

/** The last line: mode, agent and model, context, cost, connection. */
function footerLine(
  facts: SessionFacts,
  connection: Connection,
  elsewhere: number,
  context: RenderContext,
): Line {
  const { theme, glyphs, width, conversation } = context;
  const usage = sessionUsage(conversation);
  const part = (text: string, rank: number, style: Style = theme.quiet): Part[] =>
    text === "" ? [] : [{ line: lineOf(cleanLine(text), style), rank }];
  const parts = [
    ...part(facts.modeLabel ?? "", 1, modeStyle(facts.modeId, context)),
    ...part(facts.agentId ?? "", 2),
    ...part(facts.model === facts.agentId ? "" : (facts.model ?? ""), 5),
    ...(facts.agent?.context == null ? [] : [{ line: contextMeter(facts.agent.context, context), rank: 4 }]),
    // A cost of zero is hidden, known or not; /cost shows the difference.
    ...part(usage.costUsd === 0 ? "" : cost(usage.costUsd, usage.costComplete), 3),
    ...part(connection === "live" ? "" : connection, 0, theme.waiting),
    ...part(elsewhere === 0 ? "" : `${elsewhere} waiting in other sessions (Ctrl+S)`, 2, theme.waiting),
    ...part("? help", 6),
  ];
  return joined(parts, width, span(` ${glyphs.separator} `, theme.quiet));
}

/** The last line while a message is edited, because Enter works differently then. */
function editingLine({ of }: Editing, { theme, glyphs, width }: RenderContext): Line {
  const parts =
    of === "conversation"
      ? ["Editing your last message", "Esc cancels", "Enter replaces it and its results"]
      : ["Editing a queued message", "Esc cancels", "Enter saves"];
  return cutLine(lineOf(parts.join(` ${glyphs.separator} `), theme.waiting), width);
}

function modeStyle(modeId: string | null, { theme }: RenderContext): Style {
  if (modeId === "full") return theme.failed;
  return modeId === "plan" || modeId === "accept_edits" ? theme.accent : theme.quiet;
}

const meterCells = 5;

function contextMeter({ usedTokens, windowTokens }: ContextUsage, { theme, glyphs }: RenderContext): Line {
  if (windowTokens === null || windowTokens === 0) return lineOf(`${count(usedTokens)} tokens`, theme.quiet);
  const share = Math.min(1, usedTokens / windowTokens);
  const full = Math.round(share * meterCells);
  const [on, off] = glyphs.meter;
  const style = share > 0.85 ? theme.waiting : theme.quiet;
  return [span(`${on.repeat(full)}${off.repeat(meterCells - full)} ${Math.round(share * 100)}%`, style)];
}

function joined(parts: readonly Part[], width: number, between: Line[number]): Line {
  const line = parts.flatMap(({ line: own }, index) => (index === 0 ? own : [between, ...own]));
  if (lineWidth(line) <= width || parts.length <= 1) return line;
  const worst = Math.max(...parts.map(({ rank }) => rank));
  const drop = parts.findLastIndex(({ rank }) => rank === worst);
  return joined(parts.toSpliced(drop, 1), width, between);
}
