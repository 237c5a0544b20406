import type { BackupPolicy } from "@polylog/client";

const groupNames = [
  "Rules",
  "Devices",
  "Trusted folders",
  "Agent settings",
  "Budgets",
  "Schedules",
  "Missions",
  "Other",
] as const;

type GroupName = (typeof groupNames)[number];

const groupOf: Readonly<Record<string, GroupName>> = {
  permission_rule: "Rules",
  device: "Devices",
  trust: "Trusted folders",
  agent_override: "Agent settings",
  agent_policy: "Agent settings",
  budget: "Budgets",
  schedule: "Schedules",
  mission: "Missions",
};

interface PolicyGroup {
  readonly name: GroupName;
  readonly policies: readonly BackupPolicy[];
}

/** Grouped by kind. An unknown kind is listed, too. */
export function policyGroups(policies: readonly BackupPolicy[]): readonly PolicyGroup[] {
  const byName = Map.groupBy(policies, ({ kind }) =>
    Object.hasOwn(groupOf, kind) ? (groupOf[kind] as GroupName) : "Other",
  );
  return groupNames.flatMap((name) => {
    const found = byName.get(name);
    return found === undefined ? [] : [{ name, policies: found }];
  });
}

export function isDevice({ kind }: BackupPolicy): boolean {
  return kind === "device";
}
