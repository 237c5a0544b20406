import {
  type Actor,
  actorLabel,
  mayUse,
  type QueueChange,
  type QueueEntry,
  type QueueItem,
  roleFor,
} from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import type { RevokedDevices } from "../devices/revoked-devices.ts";
import type { Log } from "../log/log.ts";
import { PolylogError } from "../polylog-error.ts";
import { changeItem, findItem, queueOf, queueUpdated } from "./queue.ts";
import { pauseWhile } from "./queue-rules.ts";
import type { SessionQueue } from "./session-queue.ts";

export interface QueuesOptions {
  readonly log: Log;
  /** The queues of a session. */
  readonly queue: (sessionId: string) => Promise<SessionQueue>;
  readonly revoked: RevokedDevices;
}

/** Operations of people on queued messages. */
export class Queues {
  private readonly options: QueuesOptions;

  constructor(options: QueuesOptions) {
    this.options = options;
  }

  async entries(sessionId: string): Promise<QueueEntry[]> {
    const { conversation } = await this.options.log.session(sessionId);
    return [...conversation.agents].flatMap(
      ([
        agentId,
        {
          queue: { items, paused },
        },
      ]) =>
        items.map(({ itemId, text, clientMessageId = null, addedTs = 0, by = null }) => ({
          itemId,
          agentId,
          text,
          clientMessageId,
          addedTs,
          by,
          pausedReason: paused?.reason ?? null,
        })),
    );
  }

  async changeItem(sessionId: string, itemId: string, change: QueueChange, caller: Caller): Promise<void> {
    const queue = await this.options.queue(sessionId);
    const agentId = await queue.edit((conversation) => {
      const found = findItem(conversation, itemId);
      const { items, paused } = queueOf(conversation, found.agentId);
      const item = items[found.index] as QueueItem;
      assertMayChange(item, caller);
      const position = change.send === undefined ? change.position : 0;
      // A person who edits a message, or sends one of a revoked device, becomes its author.
      const isTakenOver = change.text !== undefined || (change.send !== undefined && this.isRevoked(item));
      const by: Actor | undefined = isTakenOver ? callerActor(caller) : undefined;
      const changed = changeItem(items, found.index, { text: change.text, position, by });
      const stays = change.send === undefined ? paused : null;
      return { bodies: [queueUpdated(found.agentId, changed, stays)], result: found.agentId };
    });
    if (change.send !== undefined) await queue.sendFirst(agentId, change.send);
  }

  /** Without an agent: every paused queue of the session. */
  async resume(sessionId: string, agentId?: string): Promise<void> {
    const queue = await this.options.queue(sessionId);
    for (const [each, { paused }] of queue.all) {
      if (paused !== null && (agentId ?? each) === each) await queue.resume(each);
    }
  }

  /**
   * Without an item: all messages that the caller may remove. A queue that was paused for messages of revoked devices
   * continues once they are removed.
   */
  async remove(sessionId: string, itemId: string | undefined, by: Caller): Promise<void> {
    const queue = await this.options.queue(sessionId);
    const isHeld = (items: readonly QueueItem[]) => items.some((item) => this.isRevoked(item));
    const resumed = await queue.edit((conversation) => {
      const one = itemId === undefined ? null : findItem(conversation, itemId);
      if (one !== null) assertMayChange(queueOf(conversation, one.agentId).items[one.index] as QueueItem, by);
      const agentIds = one === null ? [...conversation.agents].map(([agentId]) => agentId) : [one.agentId];
      const result: string[] = [];
      const bodies = agentIds.flatMap((agentId) => {
        const { items, paused } = queueOf(conversation, agentId);
        const isRemoved = (item: QueueItem) => (one === null ? mayChange(item, by) : item.itemId === itemId);
        const rest = items.filter((item) => !isRemoved(item));
        if (rest.length === items.length) return [];
        const continues = isHeld(items) && !isHeld(rest);
        if (continues && rest.length > 0) result.push(agentId);
        return [queueUpdated(agentId, rest, continues ? null : pauseWhile(rest, paused))];
      });
      return { bodies, result };
    });
    for (const agentId of resumed) await queue.startNext(agentId);
  }

  private isRevoked({ by }: QueueItem): boolean {
    return this.options.revoked.find(by) !== null;
  }
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
