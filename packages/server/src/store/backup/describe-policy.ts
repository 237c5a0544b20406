import { z } from "zod";

/** Describes a policy document for the owner who decides whether to restore it. Secrets are hidden. */
export function describePolicy({
  kind,
  key,
  value,
}: {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
}): { title: string; value: unknown } | null {
  try {
    const shown = withoutSecrets(JSON.parse(value));
    const describe = Object.hasOwn(titles, kind) ? titles[kind] : undefined;
    return { title: describe?.(key, shown) ?? `${kind} ${key}`, value: shown };
  } catch {
    // An unreadable policy cannot be selected.
    return null;
  }
}

const device = z.object({ name: z.string(), role: z.string() });
const rule = z.object({
  effect: z.string(),
  toolName: z.string(),
  pattern: z.string(),
  scope: z.string(),
  where: z.string(),
});
const mission = z.object({ projectRoot: z.string(), text: z.string() });
const schedule = z.object({ projectRoot: z.string(), pattern: z.string() });
const place = z.tuple([z.string(), z.string()]);

const titles: Readonly<Record<string, (key: string, value: unknown) => string>> = {
  device: (_, value) => {
    const { name, role } = device.parse(value);
    return `Device "${name}" with the role ${role}`;
  },
  trust: (key) => `Trust in the folder ${key}`,
  permission_rule: (_, value) => {
    const { effect, toolName, pattern, scope, where } = rule.parse(value);
    return `Rule: ${effect} ${toolName} ${pattern} (${[scope, where].filter((part) => part !== "").join(" ")})`;
  },
  agent_override: (key) => {
    const [root, agentId] = place.parse(JSON.parse(key));
    return `Settings of the agent ${agentId} in ${root}`;
  },
  agent_policy: (key) => `Which agents may message each other in ${key}`,
  budget: (key) => `Budget of the ${place.parse(JSON.parse(key)).join(" ")}`,
  mission: (_, value) => {
    const { projectRoot, text } = mission.parse(value);
    return `Mission in ${projectRoot}: ${text}`;
  },
  schedule: (_, value) => {
    const { projectRoot, pattern } = schedule.parse(value);
    return `Schedule in ${projectRoot}: ${pattern}`;
  },
};

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { hash: _, keyHash: __, ...shown } = value as Record<string, unknown>;
  return shown;
}
