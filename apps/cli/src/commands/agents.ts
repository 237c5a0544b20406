import path from "node:path";
import type { AgentInfo } from "@polylog/client";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { toJson } from "../show/json.ts";
import { tableLines } from "../show/table.ts";

/** An agent as far as it is known: only a server knows whether it can be used. */
type KnownAgent = Pick<AgentInfo, "id" | "backend" | "model" | "version" | "reason"> & {
  readonly available: boolean | null;
};

export async function agents(context: Context): Promise<number> {
  const { output, home } = context;
  const client = await findServer(context);
  const known: readonly KnownAgent[] = client === null ? await fromConfig(home) : await client.agents();
  client?.close();
  if (output.json) {
    for (const agent of known) output.value(toJson(agent));
    return exitCodes.done;
  }
  if (known.length === 0) {
    output.remark(`No agent is configured. Name one in ${path.join(home, "config.json")}.`);
    return exitCodes.done;
  }
  const rows = known.map(({ id, backend, model, available, reason, version }) => [
    id,
    backend,
    model ?? "-",
    [stateOf(available), version, reason].filter(Boolean).join(": "),
  ]);
  for (const line of tableLines([["AGENT", "BACKEND", "MODEL", "STATE"], ...rows])) output.line(line);
  if (client === null)
    output.remark('No server runs; "polylog serve" starts one, which knows which of them work.');
  return exitCodes.done;
}

async function fromConfig(home: string): Promise<KnownAgent[]> {
  const { readConfig } = await import("@polylog/server");
  const { agents: configured = {} } = await readConfig(path.join(home, "config.json"));
  return Object.entries(configured).map(([id, { backend, model }]) => ({
    id,
    backend,
    ...(model === undefined ? {} : { model }),
    available: null,
  }));
}

function stateOf(available: boolean | null): string {
  if (available === null) return "configured";
  return available ? "available" : "not available";
}
