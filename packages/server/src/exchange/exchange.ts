import type { Conversation, ExchangeOrigin } from "@polylog/core";
import { runPath } from "@polylog/core";

/**
 * One agent's message to another, as it is kept while it is open: it is written with the message and removed with the
 * answer, each in the same commit. What became of it in between is read from the two logs.
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

/** An agent's run in a session. The other end's run has its id before it begins. */
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

/** What the sender is told at once. */
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
 * How many messages from agent to agent led to a run since a person, a mission or a schedule spoke: what its session's
 * log says of the message that it began with.
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
