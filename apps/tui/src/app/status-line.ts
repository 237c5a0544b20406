import {
  type Conversation,
  localParts,
  nextStatus,
  type Run,
  runActivity,
  type ShownStatus,
  seedFromText,
  sessionState,
  statusAt,
  statusCategory,
} from "@polylog/core";
import type { RenderContext } from "../render/context.ts";
import { elapsed } from "../render/format.ts";
import { type Line, lineOf, span } from "../text/style.ts";
import { cutLine } from "../text/wrap.ts";
import type { Connection } from "./session-facts.ts";

/** Seconds from which on it is told how long it takes. */
const shownFrom = 3;

export interface StatusView {
  readonly run: Run | null;
  readonly isCancelling: boolean;
  readonly connection: Connection;
  /** Why there is no connection. */
  readonly reason: string | null;
  readonly words: string;
  /** How often the spinner has turned. */
  readonly turn: number;
}

/** At the end of the talk: what the agent is at, as long as it is at something. Null where nothing has to be said. */
export function statusLine(view: StatusView, context: RenderContext): Line | null {
  const { run, isCancelling, connection, reason, words, turn } = view;
  const { theme, glyphs, width, conversation, nowMs } = context;
  if (connection === "offline" || connection === "denied") {
    const said = connection === "offline" ? "Disconnected; trying again" : "Not let in";
    const why = reason === null ? "" : `: ${reason}`;
    return cutLine([span(`${glyphs.warning} `, theme.waiting), span(`${said}${why}`, theme.waiting)], width);
  }
  if (run === null) return null;
  // What waits for a person stands there itself.
  if (sessionState(conversation) === "waiting_for_you" && !isCancelling) return null;
  const seconds = Math.floor((nowMs - run.startedTs) / 1000);
  const spinner = glyphs.spinner[turn % glyphs.spinner.length] ?? "";
  return cutLine(
    [
      span(`${spinner} `, theme.live),
      span(isCancelling ? "Cancelling…" : words, theme.live),
      ...lineOf(seconds >= shownFrom ? ` ${glyphs.separator} ${elapsed(seconds * 1000)}` : "", theme.quiet),
      ...lineOf(isCancelling ? "" : ` ${glyphs.separator} Esc interrupts`, theme.quiet),
    ],
    width,
  );
}

/** The words beside the spinner: each is held long enough to be read. */
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
