import path from "node:path";
import type { AgentPolicy, Client, PolicyRule } from "@polylog/client";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { requireServer } from "../../server/find-server.ts";

export interface PolicyFlags {
  readonly project?: string;
}

export function showPolicy(context: Context, flags: PolicyFlags): Promise<number> {
  return runAndPrint(context, flags, (client, root) =>
    client.agents.policy({ projectRoot: root }).then(({ policy }) => policy),
  );
}

/** Replaces an existing rule for the same agents, whether it allows or denies. */
export function addRule(
  context: Context,
  side: "allow" | "deny",
  rule: PolicyRule,
  flags: PolicyFlags,
): Promise<number> {
  return runAndPrint(context, flags, async (client, root) => {
    const { allow, deny } = without((await client.agents.policy({ projectRoot: root })).policy, rule);
    const policy = side === "allow" ? { allow: [...allow, rule], deny } : { allow, deny: [...deny, rule] };
    const { policy: kept } = await client.agents.setPolicy({ projectRoot: root, ...policy });
    await warnUnknown(context, client, root, rule);
    return kept;
  });
}

/** A rule may name an agent that is added later, or contain a typo. */
async function warnUnknown(
  { output }: Context,
  client: Client,
  projectRoot: string,
  { from, to }: PolicyRule,
): Promise<void> {
  const known = new Set(["*", ...(await client.agents.list({ projectRoot })).map(({ id }) => id)]);
  for (const name of new Set([from, to]))
    if (!known.has(name))
      output.remark(`No agent is named "${name}" yet. "polylog agents" lists the agents.`);
}

export function removeRule(context: Context, rule: PolicyRule, flags: PolicyFlags): Promise<number> {
  return runAndPrint(context, flags, async (client, root) =>
    client.agents
      .setPolicy({
        projectRoot: root,
        ...without((await client.agents.policy({ projectRoot: root })).policy, rule),
      })
      .then(({ policy }) => policy),
  );
}

export function clearPolicy(context: Context, flags: PolicyFlags): Promise<number> {
  return runAndPrint(context, flags, (client, root) =>
    client.agents.setPolicy({ projectRoot: root, allow: [], deny: [] }).then(({ policy }) => policy),
  );
}

function without({ allow, deny }: AgentPolicy, { from, to }: PolicyRule): AgentPolicy {
  const isOther = (rule: PolicyRule) => rule.from !== from || rule.to !== to;
  return { allow: allow.filter(isOther), deny: deny.filter(isOther) };
}

async function runAndPrint(
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
      ? "All other messages between agents are denied."
      : `${deny.length > 0 ? "Otherwise, any" : "Any"} agent can message any other.`;
  return [
    ...deny.map(({ from, to }) =>
      from === "*" ? `No agent can message ${anyOr(to)}.` : `${from} cannot message ${anyOr(to)}.`,
    ),
    ...allow.map(({ from, to }) => `${from === "*" ? "Any agent" : from} can message ${anyOr(to)}.`),
    rest,
  ];
}

function anyOr(agentId: string): string {
  return agentId === "*" ? "any agent" : agentId;
}
