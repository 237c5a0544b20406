import type { AgentInfo } from "@polylog/client";
import { createStore, useStore } from "../store/store.ts";
import { client } from "./client.ts";

/** The agents of this machine. */
export interface Agents {
  readonly state: "loading" | "ready" | "failed";
  readonly agents: readonly AgentInfo[];
}

const agents = createStore<Agents>({ state: "loading", agents: [] });

export function useAgents(): Agents {
  return useStore(agents);
}

/** To refresh is to have the server look at its machine again. */
export async function loadAgents(refresh = false): Promise<void> {
  try {
    agents.set({ state: "ready", agents: await client.agents.list({ refresh }) });
  } catch {
    // Keep the current agents: the connection status shows that they may be out of date.
    if (agents.get().state === "loading") agents.set({ state: "failed", agents: [] });
  }
}
