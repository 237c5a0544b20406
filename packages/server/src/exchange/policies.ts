import type { EventStore } from "../store/store.ts";

/** Which agents of a project may write to which others. Without rules each may write to all. */
export interface AgentPolicy {
  /** Where there are any, only these. */
  readonly allow: readonly PolicyRule[];
  /** Never these, whatever is allowed. */
  readonly deny: readonly PolicyRule[];
}

/** Agents by their ids; `*` is every agent. */
export interface PolicyRule {
  readonly from: string;
  readonly to: string;
}

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

export function mayWrite({ allow, deny }: AgentPolicy, from: string, to: string): boolean {
  const names = (rule: PolicyRule) => matches(rule.from, from) && matches(rule.to, to);
  return (allow.length === 0 || allow.some(names)) && !deny.some(names);
}

function matches(pattern: string, agentId: string): boolean {
  return pattern === "*" || pattern === agentId;
}
