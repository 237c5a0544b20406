import type { AgentPolicy, PolicyRule } from "./agents.ts";

export function mayWrite({ allow, deny }: AgentPolicy, from: string, to: string): boolean {
  const names = (each: PolicyRule) => matches(each.from, from) && matches(each.to, to);
  return (allow.length === 0 || allow.some(names)) && !deny.some(names);
}

function matches(pattern: string, agentId: string): boolean {
  return pattern === "*" || pattern === agentId;
}
