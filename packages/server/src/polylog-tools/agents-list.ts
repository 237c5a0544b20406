import { type AgentInfo, mayWrite } from "@polylog/core";
import { z } from "zod";
import type { Policies } from "../exchange/policies.ts";
import { limits } from "../limits.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import { defineTool } from "./polylog-tool.ts";

/** Lists the agents that the caller may message according to the project's policy. */
export interface AgentsListOptions {
  readonly agents: (projectRoot: string) => Promise<readonly AgentInfo[]>;
  readonly policies: Policies;
  readonly actors: SessionActors;
}

export function agentsList({ agents, policies, actors }: AgentsListOptions) {
  return defineTool({
    name: "agents_list",
    description:
      "List the other agents of this project that you can message with agents_message: their ids, their backends, and whether they are busy.",
    input: z.object({}),
    call: async (_, { actor, agentId }) => {
      const { projectRoot } = actor.session;
      const policy = await policies.of(projectRoot);
      const busy = await actors.busyIn(projectRoot);
      const others = (await agents(projectRoot))
        .filter(({ id, available }) => available && id !== agentId && mayWrite(policy, agentId, id))
        .slice(0, limits.polylogTools.rows)
        .map(({ id, backend, model }) => ({
          ...{ agentId: id, backend, model },
          state: busy.has(id) ? "working" : "idle",
        }));
      return { agents: others };
    },
  });
}
