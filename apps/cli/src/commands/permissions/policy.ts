import path from "node:path";
import type { AgentPolicy, Client, PolicyRule } from "@polylog/client";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { requireServer } from "../../server/find-server.ts";

export interface PolicyFlags {
  readonly project?: string;
}

export function showPolicy(context: Context, flags: PolicyFlags): Promise<number> {
  return tell(context, flags, (client, root) =>
    client.agents.policy({ projectRoot: root }).then(({ policy }) => policy),
  );
}

/** A rule that is there already, on this side or the other, is replaced. */
export function addRule(
  context: Context,
  side: "allow" | "deny",
  rule: PolicyRule,
  flags: PolicyFlags,
): Promise<number> {
  return tell(context, flags, async (client, root) => {
    const { allow, deny } = without((await client.agents.policy({ projectRoot: root })).policy, rule);
    const policy = side === "allow" ? { allow: [...allow, rule], deny } : { allow, deny: [...deny, rule] };
    const { policy: kept } = await client.agents.setPolicy({ projectRoot: root, ...policy });
    await tellUnknown(context, client, root, rule);
    return kept;
  });
}

/** A rule may come before its agent, or be a slip of the pen. */
async function tellUnknown(
  { output }: Context,
  client: Client,
  projectRoot: string,
  { from, to }: PolicyRule,
): Promise<void> {
  const known = new Set(["*", ...(await client.agents.list({ projectRoot })).map(({ id }) => id)]);
  for (const name of new Set([from, to]))
    if (!known.has(name))
      output.remark(`There is no agent "${name}" yet; "polylog agents" lists those there are.`);
}

export function removeRule(context: Context, rule: PolicyRule, flags: PolicyFlags): Promise<number> {
  return tell(context, flags, async (client, root) =>
    client.agents
      .setPolicy({
        projectRoot: root,
        ...without((await client.agents.policy({ projectRoot: root })).policy, rule),
      })
      .then(({ policy }) => policy),
  );
}

export function clearPolicy(context: Context, flags: PolicyFlags): Promise<number> {
  return tell(context, flags, (client, root) =>
    client.agents.setPolicy({ projectRoot: root, allow: [], deny: [] }).then(({ policy }) => policy),
  );
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
  const client = await requireServer(context);
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
    allow.length > 0
      ? "Nobody else may write to another agent."
      : `${deny.length > 0 ? "Otherwise every" : "Every"} agent may write to every other.`;
  return [
    ...deny.map(({ from, to }) =>
      from === "*" ? `No agent may write to ${anyOr(to)}.` : `${from} may not write to ${anyOr(to)}.`,
    ),
    ...allow.map(({ from, to }) => `${from === "*" ? "Every agent" : from} may write to ${anyOr(to)}.`),
    rest,
  ];
}

function anyOr(agentId: string): string {
  return agentId === "*" ? "any agent" : agentId;
}
