import type { AgentInfo } from "@polylog/client";
import { createStore, useStore } from "../store/store.ts";
import { client } from "./client.ts";

/** The agents on this machine. */
export interface Agents {
  readonly state: "loading" | "ready" | "failed";
  readonly agents: readonly AgentInfo[];
}

const agents = createStore<Agents>({ state: "loading", agents: [] });

export function useAgents(): Agents {
  return useStore(agents);
}

/** With `refresh` the server detects the agents again. */
export async function loadAgents(refresh = false): Promise<void> {
  try {
    agents.set({ state: "ready", agents: await client.agents.list({ refresh }) });
  } catch {
    // Keep the current agents: the connection status shows that they may be out of date.
    if (agents.get().state === "loading") agents.set({ state: "failed", agents: [] });
  }
}
