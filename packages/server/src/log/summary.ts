import type { Conversation } from "@polylog/core";
import { sessionCost, sessionState } from "@polylog/core";
import type { SessionSummary } from "../store/store.ts";

/** What a list of sessions shows of a conversation. */
export function summaryOf(
  conversation: Conversation,
  session: { readonly agentId: string | null; readonly title: string | null },
  updatedTs: number,
): SessionSummary {
  const { costUsd, costComplete } = sessionCost(conversation);
  const last = conversation.runs.at(-1);
  const agentId = last?.agentId ?? session.agentId;
  let queued = 0;
  for (const agent of conversation.agents.values()) queued += agent.queue.items.length;
  return {
    title: conversation.title ?? session.title,
    state: sessionState(conversation),
    agentId,
    model:
      (agentId === null ? null : conversation.agents.get(agentId)?.currentModelId) ?? last?.model ?? null,
    queued,
    pendingAsks: conversation.pendingAsks.size,
    costUsd,
    costComplete,
    updatedTs,
  };
}
