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

export function mayWrite({ allow, deny }: AgentPolicy, from: string, to: string): boolean {
  const names = (rule: PolicyRule) => matches(rule.from, from) && matches(rule.to, to);
  return (allow.length === 0 || allow.some(names)) && !deny.some(names);
}

function matches(pattern: string, agentId: string): boolean {
  return pattern === "*" || pattern === agentId;
}
