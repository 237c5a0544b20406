import { runPath } from "@polylog/core";
import { useScope } from "../conversation/session-scope.ts";
import { useSessionPart } from "../data/client.ts";

/** The agent that asks, and by way of whom it came to work. */
export function WhoAsks({
  runId,
  agentId,
}: {
  readonly runId: string | null;
  readonly agentId: string | null;
}) {
  return useSessionPart(useScope(), ({ conversation }) => {
    const path = runId === null ? [] : runPath(conversation, runId);
    if (path.length === 0) return agentId ?? "an agent";
    return path.map((run, index) => (index === 0 ? run.agentId : `${run.agentId} (subagent)`)).join(" › ");
  });
}
