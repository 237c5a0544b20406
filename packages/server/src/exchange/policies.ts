import type { AgentPolicy } from "@polylog/core";
import type { EventStore } from "../store/store.ts";

const KIND = "agent_policy";
const open: AgentPolicy = { allow: [], deny: [] };

export class Policies {
  private readonly store: Pick<EventStore, "document" | "commit">;

  constructor(store: Pick<EventStore, "document" | "commit">) {
    this.store = store;
  }

  async of(projectRoot: string): Promise<AgentPolicy> {
    return ((await this.store.document(KIND, projectRoot)) ?? open) as AgentPolicy;
  }

  async set(projectRoot: string, policy: AgentPolicy): Promise<void> {
    const { allow, deny } = policy;
    const isOpen = allow.length === 0 && deny.length === 0;
    await this.store.commit({
      documents: [{ kind: KIND, key: projectRoot, value: isOpen ? null : policy }],
    });
  }
}
