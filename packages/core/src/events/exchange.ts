import { z } from "zod";
import { addStep } from "../conversation/add.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { report } from "../conversation/fault.ts";
import { addEntry, entryAt, putEntry } from "../conversation/lanes.ts";
import { callbackKey, exchangeCallKey, exchangeRunKey } from "../conversation/seen-entry-keys.ts";
import { firstLine } from "../format/first-line.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { type Failure, failure, id, optional, text } from "./fields.ts";

/** Exchanges: one agent's message to another, and the answer. */

const statuses = ["complete", "timeout", "failed", "cancelled"] as const;

export interface ExchangeEntry extends EntryBase {
  readonly kind: "exchange";
  readonly exchangeId: string;
  readonly fromAgentId: string;
  readonly toAgentId: string;
  readonly content: string;
  readonly mode: "sync" | "async";
  /** The message is queued because the other agent is busy. */
  readonly queued: boolean;
  readonly targetSessionId: string | null;
  readonly targetRunId: string | null;
  readonly callId: string | null;
  readonly status: (typeof statuses)[number] | null;
  readonly result: string | null;
  readonly error: Failure | null;
}

/** The answer to an exchange whose sender did not wait. It arrives later as a separate entry. */
export interface CallbackEntry extends EntryBase {
  readonly kind: "callback";
  readonly exchangeId: string;
  /** The agent that answers, and the session it worked in. */
  readonly fromAgentId: string;
  readonly sessionId: string | null;
  readonly status: (typeof statuses)[number];
  readonly result: string;
  readonly error: Failure | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    exchange: ExchangeEntry;
    callback: CallbackEntry;
  }
}

const agentMessage = defineEvent({
  type: "agent_message",
  scope: "run",
  payload: {
    exchangeId: id,
    fromAgentId: id,
    toAgentId: id,
    content: text,
    mode: z.enum(["sync", "async"]),
    state: optional(z.enum(["started", "queued"])),
    targetSessionId: optional(id),
    targetRunId: optional(id),
    callId: optional(id),
  },
  fold: (draft, event, run) => {
    const name = `exchange/${event.exchangeId}`;
    if (draft.seen.has(name)) return report(draft, "duplicate_exchange", event.seq, event.exchangeId);
    const place = addStep(draft, run, {
      ...baseOf(event, "exchange", event.mode === "sync"),
      exchangeId: event.exchangeId,
      fromAgentId: event.fromAgentId,
      toAgentId: event.toAgentId,
      content: event.content,
      mode: event.mode,
      queued: event.state === "queued",
      targetSessionId: event.targetSessionId ?? null,
      targetRunId: event.targetRunId ?? null,
      callId: event.callId ?? null,
      status: null,
      result: null,
      error: null,
    });
    draft.seen = draft.seen.set(name, place);
    if (event.targetRunId !== undefined) {
      draft.seen = draft.seen.set(exchangeRunKey(event.targetRunId), place);
    }
    if (event.callId !== undefined) {
      draft.seen = draft.seen.set(exchangeCallKey(run.runId, event.callId), place);
    }
  },
});

const agentCallbackResult = defineEvent({
  type: "agent_callback_result",
  scope: "session",
  payload: {
    exchangeId: id,
    result: text,
    status: optional(z.enum(statuses)),
    error: optional(failure),
  },
  fold: (draft, event) => {
    const place = draft.seen.get(`exchange/${event.exchangeId}`);
    if (place === undefined) return report(draft, "unknown_exchange", event.seq, event.exchangeId);
    const { result, status = "complete", error = null } = event;
    const exchange = entryAt(draft, place) as ExchangeEntry;
    if (exchange.live) {
      putEntry(draft, place.lane, place.pos, {
        ...exchange,
        seq: event.seq,
        live: false,
        status,
        result,
        error,
      });
    } else {
      const answer = addEntry(draft, place.lane, {
        ...baseOf(event, "callback"),
        exchangeId: event.exchangeId,
        fromAgentId: exchange.toAgentId,
        sessionId: exchange.targetSessionId,
        status,
        result,
        error,
      });
      draft.seen = draft.seen.set(callbackKey(event.exchangeId), answer);
    }
  },
});

export const exchanges = eventGroup(
  [agentMessage, agentCallbackResult],
  [
    defineEntry("exchange", (entry) => ({
      icon: "exchange",
      tone: "agent",
      text: `${entry.fromAgentId} to ${entry.toAgentId}: ${firstLine(entry.content)}`,
    })),
    defineEntry("callback", (entry) => ({
      icon: "exchange",
      tone: "agent",
      text: entry.status === "complete" ? firstLine(entry.result) : (entry.error?.message ?? entry.status),
    })),
  ],
);
