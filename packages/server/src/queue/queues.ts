import {
  type Actor,
  actorLabel,
  mayUse,
  type QueueChange,
  type QueueEntry,
  type QueueItem,
} from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import type { RevokedDevices } from "../devices/revoked-devices.ts";
import { PolylogError } from "../errors.ts";
import type { Log } from "../log/log.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import { changeItem, findItem, queueOf, queueUpdated } from "./queue.ts";

export interface QueuesOptions {
  readonly log: Log;
  readonly actors: SessionActors;
  readonly revoked: RevokedDevices;
}

/** What people do with queued messages. */
export class Queues {
  private readonly options: QueuesOptions;

  constructor(options: QueuesOptions) {
    this.options = options;
  }

  async entries(sessionId: string): Promise<QueueEntry[]> {
    const { conversation } = await this.options.log.session(sessionId);
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

  async changeItem(sessionId: string, itemId: string, change: QueueChange, caller: Caller): Promise<void> {
    const { actors, revoked } = this.options;
    const actor = await actors.of(sessionId);
    const agentId = await actor.mailbox.run(async () => {
      const found = findItem(actor.conversation, itemId);
      const { items, paused } = queueOf(actor.conversation, found.agentId);
      const item = items[found.index] as QueueItem;
      assertMayChange(item, caller);
      const position = change.send === undefined ? change.position : 0;
      // Who edits a message, or sends one of a revoked device, answers for it from then on.
      const isTakenOver =
        change.text !== undefined || (change.send !== undefined && revoked.find(item.by) !== null);
      const by: Actor | undefined = isTakenOver ? callerActor(caller) : undefined;
      const changed = changeItem(items, found.index, { text: change.text, position, by });
      const stays = change.send === undefined ? paused : null;
      await actor.append({ bodies: [queueUpdated(found.agentId, changed, stays)], refusable: true });
      return found.agentId;
    });
    if (change.send !== undefined) await actor.queue.sendFirst(agentId, change.send);
  }

  /** Without an agent: every paused queue of the session. */
  async resume(sessionId: string, agentId?: string): Promise<void> {
    const actor = await this.options.actors.of(sessionId);
    for (const [each, { queue }] of actor.conversation.agents) {
      if (queue.paused !== null && (agentId ?? each) === each) await actor.queue.resume(each);
    }
  }

  /**
   * Without an item: all those that the caller may remove. A queue that was paused for messages of revoked devices
   * continues once they are removed.
   */
  async remove(sessionId: string, itemId: string | undefined, by: Caller): Promise<void> {
    const { actors, revoked } = this.options;
    const actor = await actors.of(sessionId);
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
    for (const agentId of resumed) await actor.queue.startNext(agentId);
  }
}

function mayChange(item: QueueItem, { id, role }: Caller): boolean {
  return mayUse(role, "approver") || (item.by?.kind === "user" && item.by.id === id);
}

function assertMayChange(item: QueueItem, caller: Caller): void {
  if (mayChange(item, caller)) return;
  const owner = actorLabel(item.by ?? item.sender ?? null) || "another device";
  throw new PolylogError(
    "not_allowed",
    `This message was queued by ${owner}. Ask an approver or the owner to change it.`,
    { itemId: item.itemId, needs: "approver" },
  );
}
