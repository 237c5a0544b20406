import { z } from "zod";
import { findRunOf } from "../conversation/children.ts";
import { MAIN } from "../conversation/conversation.ts";
import type { EntryBase } from "../conversation/entry.ts";
import { report } from "../conversation/fault.ts";
import { addEntry } from "../conversation/lanes.ts";
import { endCurrent, type Stream, streamDelta, streamDone } from "../conversation/stream.ts";
import { joinIds } from "../data/join-ids.ts";
import { Text } from "../data/text.ts";
import { firstLine } from "../format/first-line.ts";
import { defineEntry, defineEvent, eventGroup, outcomes } from "./define.ts";
import { readTextDelta } from "./delta.ts";
import type { Actor, ExchangeOrigin, Image } from "./fields.ts";
import { actor, count, exchangeOrigin, flag, id, image, oneOf, optional, text } from "./fields.ts";

/** Messages: from people, and from agents. */

export interface UserMessage extends EntryBase {
  readonly kind: "message";
  readonly role: "user";
  readonly body: Text;
  readonly images: readonly Image[];
  /** Who sent it, if it was not a person at a screen. */
  readonly sender: Actor | null;
  /** The device that sent it; for a mission or a schedule, the device that set it. */
  readonly by: Actor | null;
  /** The exchange that it belongs to, if another agent sent it. */
  readonly exchange: ExchangeOrigin | null;
  /** It steered a run in progress. */
  readonly steered: boolean;
  /** Input for the agent that readers do not need to see. */
  readonly hidden: boolean;
  readonly clientMessageId: string | null;
}

export interface AssistantMessage extends EntryBase, Stream {
  readonly kind: "message";
  readonly role: "assistant";
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    message: UserMessage | AssistantMessage;
  }
}

const userMessage = defineEvent({
  type: "user_message",
  scope: "session",
  payload: {
    text,
    images: optional(z.array(image)),
    clientMessageId: optional(id),
    delivery: optional(oneOf(["run", "steer"])),
    sender: optional(actor),
    by: optional(actor),
    exchange: optional(exchangeOrigin),
    hidden: optional(flag),
  },
  fold: (draft, event) => {
    const { clientMessageId = null } = event;
    if (clientMessageId !== null) {
      const name = `message/${clientMessageId}`;
      if (draft.seen.has(name)) return report(draft, "duplicate_message", event.seq, clientMessageId);
    }
    const run = findRunOf(draft, event);
    if (run !== undefined && run.outcome === null) endCurrent(draft, run, event.seq);
    const place = addEntry(draft, run?.lane ?? MAIN, {
      kind: "message",
      role: "user",
      key: `message/${event.seq}`,
      seq: event.seq,
      ts: event.ts,
      agentId: event.agentId ?? null,
      runId: event.runId ?? null,
      live: false,
      endedBy: null,
      body: Text.of(event.text),
      images: event.images ?? [],
      sender: event.sender ?? null,
      by: event.by ?? null,
      exchange: event.exchange ?? null,
      steered: event.delivery === "steer",
      hidden: event.hidden ?? false,
      clientMessageId,
    });
    if (clientMessageId !== null) draft.seen = draft.seen.set(`message/${clientMessageId}`, place);
  },
});

/** Blocks are numbered within a response: text, a tool call, more text are 0, 1, 2. Absent means 0. */
const blockShape = { responseId: id, block: optional(count) };

const textDelta = defineEvent({
  type: "text_delta",
  scope: "run",
  payload: { ...blockShape, offset: count, delta: text },
  quick: readTextDelta,
  supersededKey: (event, runId) => joinIds("text", runId, event.responseId, event.block ?? 0),
  fold: (draft, event, run) => streamDelta(draft, run, "message", event),
});

const textDone = defineEvent({
  type: "text_done",
  scope: "run",
  payload: {
    ...blockShape,
    text,
    startedTs: optional(count),
    /** The run's end interrupted it: the text is incomplete. */
    endedBy: optional(oneOf(outcomes)),
  },
  endsBlock: "message",
  supersedes: (event, runId) =>
    event.text === "" ? [] : [joinIds("text", runId, event.responseId, event.block ?? 0)],
  fold: (draft, event, run) => streamDone(draft, run, "message", event),
});

export const messages = eventGroup(
  [userMessage, textDelta, textDone],
  [
    defineEntry("message", (entry) => ({
      icon: entry.role === "user" ? "user" : "talk",
      tone: entry.live ? "live" : "plain",
      text: firstLine(entry.body.toString()),
    })),
  ],
);
