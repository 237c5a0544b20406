import type { Conversation, Run } from "@polylog/core";
import { MAIN, sessionState, sessionUsage } from "@polylog/core";
import type { SessionSummary } from "../store/store.ts";

/** What a list of sessions shows of a conversation. */
export function summaryOf(
  conversation: Conversation,
  session: { readonly agentId: string | null; readonly title: string | null },
  updatedTs: number,
): SessionSummary {
  const { costUsd, costComplete } = sessionUsage(conversation);
  const last = lastOwnRun(conversation);
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

/** Not a subagent's, nor that of an agent in another session. */
function lastOwnRun({ runs }: Conversation): Run | undefined {
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs.get(index);
    if (run?.lane === MAIN) return run;
  }
  return undefined;
}
