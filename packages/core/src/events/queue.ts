import { z } from "zod";
import { addRemark } from "../conversation/add.ts";
import { setAgent } from "../conversation/agents.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { joinIds } from "../data/join-ids.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import {
  actor,
  count,
  exchangeOrigin,
  flag,
  id,
  image,
  oneOf,
  optional,
  runTriggers,
  text,
} from "./fields.ts";

/** The queue: messages that wait until their agent is free. They appear in the conversation only when they run. */

const item = z.object({
  itemId: id,
  text,
  clientMessageId: optional(id),
  images: optional(z.array(image)),
  addedTs: optional(count),
  /** It was already sent, to a run that was just ending: when it runs, it is not repeated in the conversation. */
  said: optional(flag),
  /** The values that the message will have once it is sent. */
  sender: optional(actor),
  /** The device that queued it. */
  by: optional(actor),
  exchange: optional(exchangeOrigin),
  hidden: optional(flag),
  /** The cause of its run, if not the queue alone. */
  trigger: optional(oneOf(runTriggers)),
  /** The id of the run that it will start, if a caller was promised one. */
  runId: optional(id),
});
export type QueueItem = z.infer<typeof item>;

const pause = z.object({ reason: text });

export interface Queue {
  readonly items: readonly QueueItem[];
  /** Why it is paused; null while it is not. */
  readonly paused: z.infer<typeof pause> | null;
}

/** The complete state of one agent's queue. */
const queueUpdated = defineEvent({
  type: "queue_updated",
  scope: "session",
  payload: { items: z.array(item), paused: optional(pause.nullable()) },
  supersededKey: (event) => joinIds("queue", event.agentId ?? ""),
  supersedes: (event) => [joinIds("queue", event.agentId ?? "")],
  fold: (draft, event) =>
    setAgent(draft, event.agentId ?? "", { queue: { items: event.items, paused: event.paused ?? null } }),
});

export interface IdlePromptEntry extends EntryBase {
  readonly kind: "idle_prompt";
  readonly missionId: string | null;
  readonly prompt: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    idle_prompt: IdlePromptEntry;
  }
}

const idlePromptTriggered = defineEvent({
  type: "idle_prompt_triggered",
  scope: "session",
  payload: { missionId: optional(id), prompt: optional(text) },
  fold: (draft, event) => {
    addRemark(draft, event, {
      ...baseOf(event, "idle_prompt"),
      missionId: event.missionId ?? null,
      prompt: event.prompt ?? null,
    });
  },
});

export const queue = eventGroup(
  [queueUpdated, idlePromptTriggered],
  [defineEntry("idle_prompt", () => ({ icon: "session", tone: "quiet", text: "Mission: idle prompt" }))],
);
