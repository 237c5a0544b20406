import type { AgentState } from "@polylog/core";
import { useAgents } from "../agents.ts";
import { useSessionPart } from "../client.ts";
import { useSessionRow } from "../sessions.ts";
import { useSessionContext } from "./session-context.ts";

interface SessionAgent {
  readonly agentId: string | null;
  readonly agent: AgentState | undefined;
  readonly model: string | null;
  readonly canSteer: boolean;
  readonly projectRoot: string | null;
}

/** The agent that receives this session's messages, with its state in the session and on the machine. */
export function useSessionAgent(): SessionAgent {
  const handle = useSessionContext();
  const row = useSessionRow(handle.sessionId);
  const spoke = useSessionPart(
    handle,
    ({ conversation }) => conversation.runs.get(conversation.runs.length - 1)?.agentId ?? null,
  );
  const agentId = row?.agentId ?? spoke;
  const agent = useSessionPart(handle, ({ conversation }) => conversation.agents.get(agentId ?? ""));
  const ran = useSessionPart(handle, ({ conversation }) => conversation.runs.at(-1)?.model ?? null);
  const info = useAgents().agents.find(({ id }) => id === agentId);
  return {
    agentId,
    agent,
    model: agent?.currentModelId ?? ran ?? row?.model ?? info?.model ?? null,
    canSteer: info?.capabilities.steer ?? false,
    projectRoot: row?.projectRoot ?? null,
  };
}
