import type { Actor, Conversation, EventBody, Queue, QueueItem } from "@polylog/core";
import { defined } from "@polylog/core";
import { PolylogError } from "../polylog-error.ts";

/** An agent's queue is the content of its last `queue_updated` event. It is stored only in the log. */

const empty: Queue = { items: [], paused: null };

export function queueOf(conversation: Conversation, agentId: string): Queue {
  return conversation.agents.get(agentId)?.queue ?? empty;
}

export function queueUpdated(
  agentId: string,
  items: readonly QueueItem[],
  paused: { reason: string } | null = null,
): EventBody {
  return { type: "queue_updated", agentId, items: [...items], paused };
}

/** The agent whose queue contains the item. */
export function findItem(conversation: Conversation, itemId: string): { agentId: string; index: number } {
  for (const [agentId, { queue }] of conversation.agents) {
    const index = queue.items.findIndex((item) => item.itemId === itemId);
    if (index !== -1) return { agentId, index };
  }
  throw new PolylogError(
    "item_not_found",
    "This message is not in the queue. It may have been delivered already.",
    {
      itemId,
    },
  );
}

/** The items after changing and moving one. */
export function changeItem(
  items: readonly QueueItem[],
  index: number,
  change: {
    readonly text?: string | undefined;
    readonly position?: number | undefined;
    readonly by?: Actor | undefined;
  },
): QueueItem[] {
  const item = items[index] as QueueItem;
  const { text = item.text, by = item.by } = change;
  const changed = { ...item, text, ...defined({ by }) };
  const rest = items.toSpliced(index, 1);
  const position = Math.max(0, Math.min(rest.length, change.position ?? index));
  return rest.toSpliced(position, 0, changed);
}
