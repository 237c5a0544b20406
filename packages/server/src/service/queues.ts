import type { Conversation, QueueChange, QueueEntry } from "@polylog/core";
import { changeItem, findItem, queueOf, queueUpdated } from "../runs/queue.ts";
import type { SessionActor } from "../runs/session-actor.ts";

/** What people do with messages that wait. */

export function queueEntries(conversation: Conversation): QueueEntry[] {
  return [...conversation.agents].flatMap(([agentId, { queue }]) =>
    queue.items.map(({ itemId, text, clientMessageId = null, addedTs = 0 }) => ({
      itemId,
      agentId,
      text,
      clientMessageId,
      addedTs,
    })),
  );
}

export async function changeQueueItem(
  actor: SessionActor,
  itemId: string,
  change: QueueChange,
): Promise<void> {
  const agentId = await actor.mailbox.run(async () => {
    const found = findItem(actor.conversation, itemId);
    const { items, paused } = queueOf(actor.conversation, found.agentId);
    const position = change.send === undefined ? change.position : 0;
    const changed = changeItem(items, found.index, { text: change.text, position });
    const stays = change.send === undefined ? paused : null;
    await actor.append({ bodies: [queueUpdated(found.agentId, changed, stays)], refusable: true });
    return found.agentId;
  });
  if (change.send !== undefined) await actor.sendFirst(agentId, change.send);
}

export async function removeQueueItem(actor: SessionActor, itemId: string | undefined): Promise<void> {
  await actor.mailbox.run(async () => {
    const agentIds =
      itemId === undefined
        ? [...actor.conversation.agents].filter(([, { queue }]) => queue.items.length > 0).map(([id]) => id)
        : [findItem(actor.conversation, itemId).agentId];
    const bodies = agentIds.map((agentId) => {
      const { items, paused } = queueOf(actor.conversation, agentId);
      const rest = itemId === undefined ? [] : items.filter((item) => item.itemId !== itemId);
      return queueUpdated(agentId, rest, rest.length === 0 ? null : paused);
    });
    if (bodies.length > 0) await actor.append({ bodies, refusable: true });
  });
}
