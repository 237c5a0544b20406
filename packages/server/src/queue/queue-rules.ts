import type { Queue, QueueItem } from "@polylog/core";

/**
 * The rules of the queue, as pure functions: whether a message starts a run, steers one, is queued or waits; in which
 * order queued messages run; and what holds a queue. To change a rule, change it here. `SessionQueue` and
 * `MessageDelivery` carry the decisions out.
 */

/** What an agent does when a message arrives. */
export interface AgentNow {
  readonly isBusy: boolean;
  /** Its run is stopped or over, and the end of it is not written yet. */
  readonly isEnding: boolean;
  /** The run that takes messages now. */
  readonly steerableRunId: string | null;
}

export type Delivery =
  | { readonly kind: "start" }
  | { readonly kind: "steer"; readonly runId: string }
  | { readonly kind: "queue" }
  /** Decide again once the run has ended. */
  | { readonly kind: "wait" };

/**
 * A free agent starts a run. A busy one is steered if it can be and the sender does not ask for the queue. A paused queue
 * holds its own messages only, not the agent: a new message passes it, and while a run is ending it waits beside it.
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

/** Messages that were said already go before those that were not, in their order. */
export function withSaidFirst(items: readonly QueueItem[], item: QueueItem): QueueItem[] {
  const said = items.filter((each) => each.said === true);
  const rest = items.filter((each) => each.said !== true);
  return [...said, item, ...rest];
}

/** An empty queue has nothing to hold. */
export function pauseWhile(items: readonly QueueItem[], paused: Queue["paused"]): Queue["paused"] {
  return items.length === 0 ? null : paused;
}

/** Why a queue is paused, as people read it. */
export const pauseReasons = {
  stopped: "The run was stopped.",
  failed: "The last run failed.",
  notStarted: (reason: string) => `The agent did not start: ${reason}`,
} as const;
