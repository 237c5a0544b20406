import { type Conversation, MAIN, type Run, sessionCost, sessionStatus } from "@polylog/core";
import type { SessionSummary } from "../store/store.ts";

/** The summary of a conversation for a list of sessions. */
export function summaryOf(
  conversation: Conversation,
  session: { readonly agentId: string | null; readonly title: string | null },
  updatedTs: number,
): SessionSummary {
  const { costUsd, costComplete } = sessionCost(conversation);
  // Other agents may receive messages in it, but it stays the session of the agent that it was started with.
  const agentId = session.agentId ?? lastOwnRun(conversation, null)?.agentId ?? null;
  const last = lastOwnRun(conversation, agentId);
  let queued = 0;
  for (const agent of conversation.agents.values()) queued += agent.queue.items.length;
  return {
    title: conversation.title ?? session.title,
    status: sessionStatus(conversation),
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

const recentRuns = 50;

/** The most recent run that is not a subagent's and does not belong to another session's agent. */
function lastOwnRun({ runs }: Conversation, agentId: string | null): Run | undefined {
  for (let index = runs.length - 1; index >= Math.max(0, runs.length - recentRuns); index--) {
    const run = runs.get(index);
    if (run?.lane === MAIN && (agentId === null || run.agentId === agentId)) return run;
  }
  return undefined;
}
