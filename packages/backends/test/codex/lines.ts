import type { EventBody } from "@polylog/core";
import type { CodexState } from "../../src/codex/translate/state.ts";
import { newState, withThread } from "../../src/codex/translate/state.ts";
import type { LineTranslation } from "../../src/codex/translate/translate.ts";
import { translate } from "../../src/codex/translate/translate.ts";
import { withPrompt } from "../../src/codex/translate/turns.ts";
import type { Line } from "../../src/process/split-lines.ts";

export function lineOf(value: unknown): Line {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}

export const agentId = "agent";
export const runRef = { runId: "run", agentId };
export const threadId = "thread";
const about = { threadId, turnId: "turn" };

/** The session's thread is open and idle. */
export const idle = withThread(newState(agentId), threadId, "model", false);
/** Its turn for the run `run` has started. */
export const busy = play(withPrompt(idle, "run"), turnStarted("turn")).state;

/** Translates lines in order. */
export function play(
  given: CodexState,
  ...values: readonly unknown[]
): { state: CodexState; events: readonly EventBody[]; last: LineTranslation } {
  let last: LineTranslation = { state: given, events: [] };
  const events: EventBody[] = [];
  for (const value of values) {
    last = translate(last.state, lineOf(value));
    events.push(...last.events);
  }
  return { state: last.state, events, last };
}

/** The same without momentary status events. */
export function told(given: CodexState, ...values: readonly unknown[]): readonly EventBody[] {
  return play(given, ...values).events.filter(({ type }) => type !== "agent_status");
}

export function turnStarted(turnId: string, more: object = {}, thread: string = threadId) {
  return { method: "turn/started", params: { threadId: thread, turn: { id: turnId, ...more } } };
}

export function turnCompleted(turn: object, thread: string = threadId) {
  return { method: "turn/completed", params: { threadId: thread, turn: { id: "turn", ...turn } } };
}

export function notified(method: string, params: object) {
  return { method, params: { ...about, ...params } };
}

export const started = (item: object, at: object = {}) => notified("item/started", { item, ...at });
export const completed = (item: object, at: object = {}) => notified("item/completed", { item, ...at });
