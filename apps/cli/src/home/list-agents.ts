import type { AgentInfo } from "@polylog/client";
import type { Context } from "../context.ts";
import { demoAgents } from "../demo/demo-agent.ts";
import { findServer } from "../server/find-server.ts";

/** Lists available agents and the setup that others need, from the server or directly if no server runs. */
export async function listAgents(context: Context): Promise<readonly AgentInfo[]> {
  const { home, env } = context;
  const client = await findServer(context);
  if (client !== null) return client.agents.list({ refresh: true }).finally(() => client.close());
  const { knownAgents } = await import("@polylog/server");
  return knownAgents({ home, env, given: demoAgents(home) });
}
