import type { Queue, QueueItem } from "@polylog/core";

/**
 * The rules of the queue, as pure functions: whether a message starts a run, steers one, is queued or waits; the order of
 * queued messages; and when a queue is paused. `SessionQueue` and `MessageDelivery` carry the decisions out.
 */

/** The agent's state when a message arrives. */
export interface AgentNow {
  readonly isBusy: boolean;
  /** Its run was stopped or has ended, but the end is not written yet. */
  readonly isEnding: boolean;
  /** The run that accepts messages now. */
  readonly steerableRunId: string | null;
}

export type Delivery =
  | { readonly kind: "start" }
  | { readonly kind: "steer"; readonly runId: string }
  | { readonly kind: "queue" }
  /** Decide again after the run has ended. */
  | { readonly kind: "wait" };

/**
 * An idle agent starts a run. A busy one is steered if it supports it, unless the sender requests the queue. A paused
 * queue holds only its own messages, not the agent: a new message bypasses it, and waits separately while a run is ending.
 */
export function decideDelivery(
  wanted: "auto" | "queue" | "steer" | undefined,
  { isBusy, isEnding, steerableRunId }: AgentNow,
  { items, paused }: Queue,
): Delivery {
  const passesQueue = items.length === 0 || (paused !== null && wanted !== "queue");
  if (!isBusy && passesQueue) return { kind: "start" };
  const steers = wanted === "auto" || wanted === "steer";
  if (steers && steerableRunId !== null) return { kind: "steer", runId: steerableRunId };
  if (isEnding && paused !== null && passesQueue) return { kind: "wait" };
  return { kind: "queue" };
}

/** The message that runs next; null while the agent is busy or the queue is paused. */
export function nextItem({ items, paused }: Queue, isBusy: boolean): QueueItem | null {
  return isBusy || paused !== null ? null : (items[0] ?? null);
}

/** Messages already in the conversation come before all others, in their order. */
export function withSentFirst(items: readonly QueueItem[], item: QueueItem): QueueItem[] {
  const said = items.filter((each) => each.said === true);
  const rest = items.filter((each) => each.said !== true);
  return [...said, item, ...rest];
}

/** An empty queue cannot be paused. */
export function pauseWhile(items: readonly QueueItem[], paused: Queue["paused"]): Queue["paused"] {
  return items.length === 0 ? null : paused;
}

/** Why a queue is paused, for people to read. */
export const pauseReasons = {
  stopped: "The run was stopped.",
  failed: "The last run failed.",
  notStarted: (reason: string) => `The agent did not start: ${reason}`,
} as const;
