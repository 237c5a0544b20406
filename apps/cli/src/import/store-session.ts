import { randomUUID } from "node:crypto";
import { type Conversation, type PolylogEvent, queuedCount, sessionState, sessionUsage } from "@polylog/core";
import type { EventStore } from "@polylog/server";
import { restamp } from "./restamp.ts";

type Summary = NonNullable<Parameters<EventStore["commit"]>[0]["appends"]>[number]["summary"];

/** Writes events as a new session, all of them or none. Gives its id. */
export async function storeSession(
  store: EventStore,
  exported: readonly PolylogEvent[],
  projectRoot: string,
): Promise<{ sessionId: string; events: number }> {
  const sessionId = randomUUID();
  const { events, conversation } = restamp(exported, sessionId);
  const summary = summaryOf(conversation, exported);
  const created = {
    sessionId,
    projectRoot,
    agentId: summary.agentId ?? NOBODY,
    createdTs: exported[0]?.ts ?? summary.updatedTs,
  };
  const append = { sessionId, rev: 1, head: 0, events, summary, drops: [] };
  await store.commit({ created: [created], appends: [append] });
  return { sessionId, events: events.length };
}

/** A session in which no agent ever spoke still belongs to one. */
const NOBODY = "demo";

function summaryOf(conversation: Conversation, events: readonly PolylogEvent[]): Summary {
  const { costUsd, costComplete } = sessionUsage(conversation);
  const last = conversation.runs.at(-1);
  const agentId = last?.agentId ?? events.find((event) => event.agentId !== undefined)?.agentId ?? null;
  const current = agentId === null ? undefined : conversation.agents.get(agentId);
  return {
    title: conversation.title,
    state: sessionState(conversation),
    agentId,
    model: current?.currentModelId ?? last?.model ?? null,
    queued: queuedCount(conversation),
    pendingAsks: conversation.pendingAsks.size,
    costUsd,
    costComplete,
    updatedTs: events.at(-1)?.ts ?? 0,
  };
}
