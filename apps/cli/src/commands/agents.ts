import type { AgentInfo } from "@polylog/client";
import type { Context } from "../context.ts";
import { demoAgents } from "../demo/demo-agent.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { toJson } from "../show/json.ts";
import { tableLines } from "../show/table.ts";

/** What was found here, and what is missing for the rest: as the server knows it, or looked up where none runs. */
export async function agents(context: Context): Promise<number> {
  const { output } = context;
  const known = await list(context);
  if (output.json) {
    for (const agent of known) output.value(toJson(agent));
    return exitCodes.done;
  }
  if (known.length === 0) {
    output.remark(`There is no agent. Name one in config.json in ${context.home}.`);
    return exitCodes.done;
  }
  const rows = [...known]
    .sort((a, b) => Number(b.available) - Number(a.available))
    .map(({ id, backend, model, available, reason, version }) => [
      id,
      backend,
      model ?? "-",
      [available ? "available" : "not available", version, reason].filter(Boolean).join(": "),
    ]);
  for (const line of tableLines([["AGENT", "BACKEND", "MODEL", "STATE"], ...rows])) output.line(line);
  return exitCodes.done;
}

async function list(context: Context): Promise<readonly AgentInfo[]> {
  const { home, env } = context;
  const client = await findServer(context);
  if (client !== null) return client.agents({ refresh: true }).finally(() => client.close());
  const { knownAgents } = await import("@polylog/server");
  return knownAgents({ home, env, given: demoAgents() });
}
