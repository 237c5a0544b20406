import { defined } from "@polylog/core";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { EventStore } from "../store/store.ts";
import { type Exchange, originOf, removed, type Settled } from "./exchange.ts";
import type { OpenExchange } from "./open-exchange.ts";

/**
 * Writes the result of an exchange to the sender's log and closes the exchange, in one commit, so that it is delivered
 * exactly once even if the server is killed. A sender that did not wait gets a turn with the answer.
 */
export async function deliver(
  open: OpenExchange,
  settled: Settled,
  { actors, store }: { readonly actors: SessionActors; readonly store: EventStore },
): Promise<void> {
  const { exchange } = open;
  const { from, to, exchangeId, mode } = exchange;
  const documents = removed(exchange);
  const actor = await actors.of(from.sessionId).catch(() => null);
  const place = actor?.conversation.seen.get(`exchange/${exchangeId}`);
  // The sender was deleted, or rewound to before this message.
  if (actor === null || place === undefined) return void (await store.commit({ documents }));
  const last = await open.lastBodies(actor.conversation, settled);
  const { status, result, error } = settled;
  const answer = {
    ...{ type: "agent_callback_result" as const, agentId: from.agentId, runId: from.runId, exchangeId },
    ...{ status, result, ...defined({ error }) },
  };
  if (mode === "sync") {
    // If the sender's run has ended, the message ended with it.
    const isAsked = actor.conversation.liveRuns.has(from.runId);
    await actor.append({ bodies: isAsked ? [answer, ...last] : last, documents, refusable: false });
    return;
  }
  const incoming = {
    ...{ text: toldAs(exchange, settled), hidden: true, trigger: "callback" as const },
    ...{ sender: { kind: "agent" as const, id: to.agentId, name: to.agentId } },
    exchange: originOf(exchange, to),
  };
  const before = [...last, answer];
  await actor.delivery.send(incoming, from.agentId, { before, documents }).catch(async () => {
    // A sender that accepts no more messages can still read the answer.
    await actor.append({ bodies: before, documents, refusable: false });
  });
}

function toldAs({ to, exchangeId }: Exchange, { status, result, error }: Settled): string {
  const about = `Answer of ${to.agentId} to your message (exchange ${exchangeId})`;
  if (status === "complete") return `${about}:\n\n${result === "" ? "(The answer was empty.)" : result}`;
  const partly = result === "" ? "" : `\n\nPartial answer:\n\n${result}`;
  return `${about}: no answer. ${error?.message ?? status}${partly}`;
}
