import type { Conversation } from "@polylog/core";
import { runPath } from "@polylog/core";

/**
 * How many messages from agent to agent led to a run since a person, a mission or a schedule spoke: what its session's
 * log says of the message that it began with.
 */
export function hopsOf(conversation: Conversation, runId: string): number {
  const root = runPath(conversation, runId)[0]?.runId ?? runId;
  const { entries } = conversation.main;
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos);
    if (entry?.runId !== root || entry.kind !== "message" || entry.role !== "user") continue;
    if (!entry.steered) return entry.exchange?.hops ?? 0;
  }
  return 0;
}
