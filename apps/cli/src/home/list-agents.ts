import type { AgentInfo } from "@polylog/client";
import type { Context } from "../context.ts";
import { demoAgents } from "../demo/demo-agent.ts";
import { findServer } from "../server/find-server.ts";

/** What was found here, and what is missing for the rest: as the server knows it, or looked up where none runs. */
export async function listAgents(context: Context): Promise<readonly AgentInfo[]> {
  const { home, env } = context;
  const client = await findServer(context);
  if (client !== null) return client.agents.list({ refresh: true }).finally(() => client.close());
  const { knownAgents } = await import("@polylog/server");
  return knownAgents({ home, env, given: demoAgents(home) });
}
