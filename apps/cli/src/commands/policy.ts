import path from "node:path";
import type { AgentPolicy, Client, PolicyRule } from "@polylog/client";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { needServer } from "../home/find-server.ts";

export interface PolicyFlags {
  readonly project?: string;
}

export function showPolicy(context: Context, flags: PolicyFlags): Promise<number> {
  return tell(context, flags, (client, root) => client.policy(root));
}

/** A rule that is there already, on this side or the other, is replaced. */
export function addRule(
  context: Context,
  side: "allow" | "deny",
  rule: PolicyRule,
  flags: PolicyFlags,
): Promise<number> {
  return tell(context, flags, async (client, root) => {
    const { allow, deny } = without(await client.policy(root), rule);
    const policy = side === "allow" ? { allow: [...allow, rule], deny } : { allow, deny: [...deny, rule] };
    return client.setPolicy(root, policy);
  });
}

export function removeRule(context: Context, rule: PolicyRule, flags: PolicyFlags): Promise<number> {
  return tell(context, flags, async (client, root) =>
    client.setPolicy(root, without(await client.policy(root), rule)),
  );
}

export function clearPolicy(context: Context, flags: PolicyFlags): Promise<number> {
  return tell(context, flags, (client, root) => client.setPolicy(root, { allow: [], deny: [] }));
}

function without({ allow, deny }: AgentPolicy, { from, to }: PolicyRule): AgentPolicy {
  const isOther = (rule: PolicyRule) => rule.from !== from || rule.to !== to;
  return { allow: allow.filter(isOther), deny: deny.filter(isOther) };
}

async function tell(
  context: Context,
  { project = "." }: PolicyFlags,
  work: (client: Client, root: string) => Promise<AgentPolicy>,
): Promise<number> {
  const client = await needServer(context);
  try {
    const projectRoot = path.resolve(project);
    const policy = await work(client, projectRoot);
    const { output } = context;
    if (output.json) output.value({ project_root: projectRoot, ...policy });
    else for (const line of linesOf(policy)) output.line(line);
    return exitCodes.done;
  } finally {
    client.close();
  }
}

function linesOf({ allow, deny }: AgentPolicy): string[] {
  const rest =
    allow.length === 0 ? "Every agent may write to every other." : "No other agent may write to another.";
  const line = (what: string) => (rule: PolicyRule) => `${what} ${rule.from} -> ${rule.to}`;
  return [...deny.map(line("deny ")), ...allow.map(line("allow")), rest];
}
