import type { Conversation } from "../conversation/conversation.ts";

/** A session's status in a single word, the same on every screen and in every list. */
export const sessionStatuses = [
  "working",
  "waiting_for_you",
  "queued",
  "idle",
  "interrupted",
  "failed",
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/**
 * Waiting for a person comes first, then work in progress, then failures, then queued messages. A session with queued messages
 * is never idle, even if the queue is paused.
 */
export function sessionStatus(conversation: Conversation): SessionStatus {
  if (conversation.pendingAsks.size > 0) return "waiting_for_you";
  if (conversation.liveRuns.size > 0) return "working";
  const outcome = conversation.runs.get(conversation.lastEnded ?? -1)?.outcome;
  if (outcome === "failed" || outcome === "interrupted") return outcome;
  return queuedCount(conversation) > 0 ? "queued" : "idle";
}

/** Queued messages, in the queues of all agents. */
export function queuedCount(conversation: Conversation): number {
  let count = 0;
  for (const agent of conversation.agents.values()) count += agent.queue.items.length;
  return count;
}
