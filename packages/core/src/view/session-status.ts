import type { Conversation } from "../conversation/conversation.ts";

/** What a session is at, in one word that is true. The same word on every screen and in every list. */
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
 * A person who is waited for comes first, then work that goes on, then what went wrong, then messages that wait.
 * A session with messages in a queue is never idle, also where the queue is paused.
 */
export function sessionStatus(conversation: Conversation): SessionStatus {
  if (conversation.pendingAsks.size > 0) return "waiting_for_you";
  if (conversation.liveRuns.size > 0) return "working";
  const outcome = conversation.runs.get(conversation.lastEnded ?? -1)?.outcome;
  if (outcome === "failed" || outcome === "interrupted") return outcome;
  return queuedCount(conversation) > 0 ? "queued" : "idle";
}

/** Messages that wait, in the queues of all agents. */
export function queuedCount(conversation: Conversation): number {
  let count = 0;
  for (const agent of conversation.agents.values()) count += agent.queue.items.length;
  return count;
}
