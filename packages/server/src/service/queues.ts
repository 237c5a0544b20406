import type { QueueEntry, QueueItem } from "@polylog/core";
import { type Actor, actorLabel, type Conversation, mayUse, type QueueChange, roleFor } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { changeItem, findItem, queueOf, queueUpdated } from "../runs/queue.ts";
import type { SessionActor } from "../runs/session-actor.ts";
import type { Caller } from "../service.ts";
import { person } from "./person.ts";
import type { RevokedDevices } from "./revoked-devices.ts";

/** What people do with queued messages. */

interface ByCaller {
  readonly caller: Caller;
  readonly revoked: RevokedDevices;
}

export function queueEntries(conversation: Conversation): QueueEntry[] {
  return [...conversation.agents].flatMap(([agentId, { queue }]) =>
    queue.items.map(({ itemId, text, clientMessageId = null, addedTs = 0, by = null }) => ({
      itemId,
      agentId,
      text,
      clientMessageId,
      addedTs,
      by,
      pausedReason: queue.paused?.reason ?? null,
    })),
  );
}

export async function changeQueueItem(
  actor: SessionActor,
  itemId: string,
  change: QueueChange,
  { caller, revoked }: ByCaller,
): Promise<void> {
  const agentId = await actor.mailbox.run(async () => {
    const found = findItem(actor.conversation, itemId);
    const { items, paused } = queueOf(actor.conversation, found.agentId);
    const item = items[found.index] as QueueItem;
    assertMayChange(item, caller);
    const position = change.send === undefined ? change.position : 0;
    // Who edits a message, or sends one of a revoked device, answers for it from then on.
    const isTakenOver =
      change.text !== undefined || (change.send !== undefined && revoked.find(item.by) !== null);
    const by: Actor | undefined = isTakenOver ? person(caller) : undefined;
    const changed = changeItem(items, found.index, { text: change.text, position, by });
    const stays = change.send === undefined ? paused : null;
    await actor.append({ bodies: [queueUpdated(found.agentId, changed, stays)], refusable: true });
    return found.agentId;
  });
  if (change.send !== undefined) await actor.queue.sendFirst(agentId, change.send);
}

/** Without an item: all those that the caller may remove. Without the messages of revoked devices the rest goes on. */
export async function removeQueueItem(
  actor: SessionActor,
  itemId: string | undefined,
  { caller: by, revoked }: ByCaller,
): Promise<void> {
  const isHeld = (items: readonly QueueItem[]) => items.some((item) => revoked.find(item.by) !== null);
  const resumed: string[] = [];
  await actor.mailbox.run(async () => {
    const { conversation } = actor;
    const one = itemId === undefined ? null : findItem(conversation, itemId);
    if (one !== null) assertMayChange(queueOf(conversation, one.agentId).items[one.index] as QueueItem, by);
    const agentIds = one === null ? [...conversation.agents].map(([agentId]) => agentId) : [one.agentId];
    const bodies = agentIds.flatMap((agentId) => {
      const { items, paused } = queueOf(conversation, agentId);
      const goes = (item: QueueItem) => (one === null ? mayChange(item, by) : item.itemId === itemId);
      const rest = items.filter((item) => !goes(item));
      if (rest.length === items.length) return [];
      const goesOn = isHeld(items) && !isHeld(rest);
      if (goesOn && rest.length > 0) resumed.push(agentId);
      return [queueUpdated(agentId, rest, goesOn || rest.length === 0 ? null : paused)];
    });
    if (bodies.length > 0) await actor.append({ bodies, refusable: true });
  });
  for (const agentId of resumed) await actor.queue.goOn(agentId);
}

function mayChange(item: QueueItem, { id, role }: Caller): boolean {
  return mayUse(role, roleFor.othersQueuedMessage) || (item.by?.kind === "user" && item.by.id === id);
}

function assertMayChange(item: QueueItem, caller: Caller): void {
  if (mayChange(item, caller)) return;
  const owner = actorLabel(item.by ?? item.sender ?? null) || "another device";
  throw new PolylogError(
    "not_allowed",
    `This message was queued by ${owner}. Ask an approver or the owner to change it.`,
    { itemId: item.itemId, needs: roleFor.othersQueuedMessage },
  );
}
