import type { SessionHandle } from "@polylog/client";
import type { AgentState } from "@polylog/core";
import { useSessionPart } from "../data/client.ts";
import { useSessionRow } from "../data/sessions.ts";

/** The models that the session's agent has reported. */
export function useSessionModels(handle: SessionHandle): AgentState["models"] {
  const row = useSessionRow(handle.sessionId);
  const agents = useSessionPart(handle, ({ conversation }) => conversation.agents);
  const agent = agents.get(row?.agentId ?? "") ?? [...agents][0]?.[1];
  return agent?.models ?? [];
}
