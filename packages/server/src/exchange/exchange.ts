import { type Conversation, type ExchangeOrigin, runPath } from "@polylog/core";

/**
 * One agent's message to another, as stored while it is open. It is written in one commit with the message and deleted
 * in one commit with the answer. Its progress in between is read from the two logs.
 */
export interface Exchange {
  readonly exchangeId: string;
  readonly projectRoot: string;
  readonly from: End & { readonly callId: string | null };
  readonly to: End;
  readonly mode: "sync" | "async";
  readonly hops: number;
  readonly createdTs: number;
}

/** One side of an exchange: an agent's run in a session. The receiver's run has its id before it starts. */
export interface End {
  readonly sessionId: string;
  readonly agentId: string;
  readonly runId: string;
}

export type ExchangeStatus = "complete" | "timeout" | "failed" | "cancelled";

/** How an exchange ended. */
export interface Settled {
  readonly status: ExchangeStatus;
  readonly result: string;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** The immediate result for the sender. */
export type Outcome = { readonly exchangeId: string; readonly sessionId: string } & (
  | Settled
  | { readonly status: "started" | "queued" }
);

export const EXCHANGE = "exchange";

export function kept(exchange: Exchange) {
  return [{ kind: EXCHANGE, key: exchange.exchangeId, value: exchange }];
}

export function removed({ exchangeId }: Exchange) {
  return [{ kind: EXCHANGE, key: exchangeId, value: null }];
}

export function originOf({ exchangeId, hops }: Exchange, otherEnd: End): ExchangeOrigin {
  return { exchangeId, sessionId: otherEnd.sessionId, hops };
}

/**
 * The number of agent-to-agent messages that led to a run since the last message of a person, a mission or a schedule.
 * Derived from the log of the run's session, which records it with the message that started the run.
 */
export function hopsOf(conversation: Conversation, runId: string): number {
  const root = runPath(conversation, runId)[0]?.runId ?? runId;
  const { entries } = conversation.main;
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos);
    if (entry?.runId !== root || entry.kind !== "message" || entry.role !== "user") continue;
    if (!entry.steered) return entry.exchange?.hops ?? 0;
  }
  return 0;
}
