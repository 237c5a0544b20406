import type { Agents } from "../agents/agents.ts";
import type { Exchanges } from "../exchange/exchanges.ts";
import type { Policies } from "../exchange/policies.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { EventStore } from "../store/store.ts";
import { agentsList } from "./agents-list.ts";
import { agentsMessage } from "./agents-message.ts";
import { agentsStatus } from "./agents-status.ts";
import type { ToolAsks } from "./ask-user.ts";
import { finalizeTask } from "./finalize-task.ts";
import type { PolylogTool } from "./polylog-tool.ts";
import { sessionsSearch } from "./sessions-search.ts";

export interface AllToolsOptions {
  readonly store: EventStore;
  readonly agents: Agents;
  readonly actors: SessionActors;
  readonly policies: Policies;
  readonly exchanges: Exchanges;
  readonly asks: ToolAsks;
}

/** All tools that Polylog provides to agents: to message each other, ask the person, and search earlier sessions. */
export function allTools({
  store,
  agents,
  actors,
  policies,
  exchanges,
  asks,
}: AllToolsOptions): readonly PolylogTool[] {
  return [
    agentsList({ policies, actors, agents: (projectRoot) => agents.list({ projectRoot }) }),
    agentsMessage(exchanges),
    agentsStatus(exchanges, actors),
    asks.tool(),
    sessionsSearch(store),
    finalizeTask(),
  ];
}
