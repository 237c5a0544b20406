import {
  type Conversation,
  localParts,
  nextStatus,
  type Run,
  runActivity,
  type ShownStatus,
  seedFromText,
  sessionStatus,
  statusAt,
  statusCategory,
  workedMs,
} from "@polylog/core";
import type { RenderContext } from "../../render/context.ts";
import { elapsed } from "../../render/format.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, plainText, span } from "../../text/style.ts";
import { cutLine } from "../../text/wrap.ts";
import type { RunningShell } from "../model.ts";
import type { Connection } from "../session/session-facts.ts";

/** The number of seconds after which the duration is shown. */
const shownFrom = 10;

export interface StatusView {
  readonly run: Run | null;
  readonly isCancelling: boolean;
  /** The command run with `!`. */
  readonly shell: Pick<RunningShell, "command" | "startedTs" | "isStopping"> | null;
  readonly connection: Connection;
  /** Why there is no connection. */
  readonly reason: string | null;
  readonly words: string;
  /** The number of spinner turns. */
  readonly turn: number;
}

/** The status below the conversation: what the agent is doing. Null if there is nothing to show. */
export function statusLine(view: StatusView, context: RenderContext): Line | null {
  const { run, isCancelling, connection, reason, words, turn } = view;
  const { theme, glyphs, width, conversation } = context;
  if (connection === "offline" || connection === "denied") {
    const said = connection === "offline" ? "Disconnected, retrying" : "Access denied";
    const why = reason === null ? "" : `: ${reason}`;
    return cutLine([span(`${glyphs.warning} `, theme.waiting), span(`${said}${why}`, theme.waiting)], width);
  }
  if (view.shell !== null) return shellLine(view.shell, turn, context);
  if (run === null) return null;
  // An open ask is shown on its own.
  if (sessionStatus(conversation) === "waiting_for_you" && !isCancelling) return null;
  const activity = isCancelling ? null : runActivity(conversation, run.runId).text;
  const said = isCancelling ? "Cancelling…" : (activity ?? words);
  const hint = isCancelling ? "" : "Esc interrupts";
  const ms = workedMs(conversation, run, context.nowMs);
  return workLine({ said: short(said, context), ms, hint }, turn, context);
}

function shellLine(
  { command, startedTs, isStopping }: Pick<RunningShell, "command" | "startedTs" | "isStopping">,
  turn: number,
  context: RenderContext,
): Line {
  const name = short(command, context);
  const said = isStopping ? `Stopping ${name}` : `Running ${name}`;
  const ms = context.nowMs - startedTs;
  return workLine({ said, ms, hint: isStopping ? "" : "Esc stops it" }, turn, context);
}

/** A long command is shortened to leave room for the text after it. */
function short(text: string, { width }: RenderContext): string {
  return plainText(cutLine(lineOf(cleanLine(text)), Math.max(10, width - 40)));
}

interface Work {
  readonly said: string;
  readonly ms: number;
  readonly hint: string;
}

function workLine({ said, ms, hint }: Work, turn: number, { theme, glyphs, width }: RenderContext): Line {
  const seconds = Math.floor(ms / 1000);
  const spinner = glyphs.spinner[turn % glyphs.spinner.length] ?? "";
  const time = seconds >= shownFrom ? elapsed(seconds * 1000) : "";
  const rest = [time, hint].filter((part) => part !== "").map((part) => ` ${glyphs.separator} ${part}`);
  return cutLine(
    [span(`${spinner} `, theme.live), span(said, theme.live), ...lineOf(rest.join(""), theme.quiet)],
    width,
  );
}

/** The text next to the spinner, which changes slowly enough to be read. */
export function nextWords(
  shown: ShownStatus | null,
  run: Run,
  conversation: Conversation,
  nowMs: number,
): ShownStatus {
  const { state, tool, toolKind } = runActivity(conversation, run.runId);
  const wanted = statusAt({
    category: statusCategory(state, tool ?? undefined, toolKind),
    startedAtMs: Math.min(run.startedTs, nowMs),
    nowMs,
    local: localParts(nowMs, -new Date(nowMs).getTimezoneOffset()),
    seed: seedFromText(run.runId),
  });
  return nextStatus(shown, wanted, nowMs);
}
