import type { Conversation } from "@polylog/core";
import { findRun, laneAt } from "@polylog/core";
import { limits } from "../limits.ts";

/** What a run said in the end: its text after its last call, or else the last that it said. */
export function answerOf(conversation: Conversation, runId: string): string {
  const run = findRun(conversation, runId);
  if (run === undefined) return "";
  const { entries } = laneAt(conversation, run.lane);
  const said: string[] = [];
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos);
    if (entry?.runId !== runId) continue;
    // The run began with it.
    if (entry.kind === "message" && entry.role === "user" && !entry.steered) break;
    if (entry.kind === "tool_call" && said.length > 0) break;
    if (entry.kind !== "message" || entry.role !== "assistant") continue;
    const text = entry.body.toString().trim();
    if (text !== "") said.unshift(text);
  }
  const whole = said.join("\n\n");
  const most = limits.exchange.answerChars;
  return whole.length <= most
    ? whole
    : `${whole.slice(0, most)}\n[Cut here: ${whole.length} characters in all.]`;
}
