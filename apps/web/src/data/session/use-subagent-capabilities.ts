import { exchangeRunKey, findRun, MAIN, type Run } from "@polylog/core";
import { useAgents } from "../agents.ts";
import { useSessionPart } from "../client.ts";
import { useSessionContext } from "./session-context.ts";

interface SubagentCapabilities {
  readonly canStop: boolean;
  readonly canMessage: boolean;
}

/** The actions that a subagent's program supports. The run of another agent is stopped like any run. */
export function useSubagentCapabilities(runId: string): SubagentCapabilities {
  const ownerId = useSessionPart(useSessionContext(), ({ conversation }) => {
    const run = findRun(conversation, runId);
    return run === undefined ? null : rootAgent(run, (id) => findRun(conversation, id));
  });
  const isExchange = useSessionPart(useSessionContext(), ({ conversation }) =>
    conversation.seen.has(exchangeRunKey(runId)),
  );
  const info = useAgents().agents.find(({ id }) => id === ownerId);
  if (isExchange) return { canStop: true, canMessage: false };
  return {
    canStop: info?.capabilities.cancelSubagent ?? false,
    canMessage: info?.capabilities.steerSubagent ?? false,
  };
}

function rootAgent(run: Run, find: (runId: string) => Run | undefined): string | null {
  let at: Run | undefined = run;
  for (let depth = 0; at !== undefined && depth < 100; depth++) {
    if (at.lane === MAIN || at.parentRunId === null) return at.agentId;
    at = find(at.parentRunId);
  }
  return null;
}
