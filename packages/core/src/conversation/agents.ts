import type { AgentState } from "../events/session.ts";
import type { Draft } from "./conversation.ts";

/** The state of one agent in the session, apart from its messages. */

const unknownAgent: AgentState = {
  modes: [],
  models: [],
  commands: [],
  currentModeId: null,
  permissionMode: null,
  currentModelId: null,
  capabilities: null,
  context: null,
  todos: [],
  queue: { items: [], paused: null },
};

export function agentState(draft: Pick<Draft, "agents">, agentId: string): AgentState {
  return draft.agents.get(agentId) ?? unknownAgent;
}

export function setAgent(draft: Draft, agentId: string, change: Partial<AgentState>): void {
  draft.agents = draft.agents.set(agentId, { ...agentState(draft, agentId), ...change });
}
