import type { AgentPolicy, StateChange } from "@polylog/core";
import type { EventStore } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";

const KIND = "agent_policy";
const open: AgentPolicy = { allow: [], deny: [] };

/** Which agents of a project may message which others. */
export class Policies {
  private readonly store: Pick<EventStore, "document" | "commit">;

  private readonly publishChange: (change: StateChange) => void;

  constructor(store: Pick<EventStore, "document" | "commit">, publishChange: (change: StateChange) => void) {
    this.store = store;
    this.publishChange = publishChange;
  }

  /** By the project's real path. */
  async of(projectRoot: string): Promise<AgentPolicy> {
    return ((await this.store.document(KIND, projectRoot)) ?? open) as AgentPolicy;
  }

  async set(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy> {
    const root = await projectFolder(projectRoot);
    const { allow, deny } = policy;
    const isOpen = allow.length === 0 && deny.length === 0;
    await this.store.commit({
      documents: [{ kind: KIND, key: root, value: isOpen ? null : policy }],
    });
    this.publishChange({ changed: "policy", projectRoot: root });
    return policy;
  }
}
