import path from "node:path";
import type { Client, Mission } from "@polylog/client";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { requireServer } from "../../server/find-server.ts";
import { toJson } from "../../show/json.ts";
import { dayAndTime } from "../../show/local-time.ts";

export interface MissionFlags {
  readonly project?: string;
  readonly agent?: readonly string[];
  readonly interval?: number;
  readonly budget?: number;
  readonly tokens?: number;
  readonly max?: number;
}

export function showMission(context: Context, flags: MissionFlags): Promise<number> {
  return withProject(context, flags, async (client, root) => {
    const { missions: all } = await client.missions.list({ projectRoot: root });
    const { output } = context;
    if (output.json) for (const mission of all) output.value(toJson(mission));
    else if (all.length === 0) output.remark(`${root} has no mission. Set one with "polylog mission set".`);
    else for (const mission of all) for (const line of linesOf(mission)) output.line(line);
  });
}

export function setMission(context: Context, text: string, flags: MissionFlags): Promise<number> {
  const { agent: agentIds, interval: intervalSeconds, max: maxTriggers } = flags;
  const input = { text, agentIds, intervalSeconds, maxTriggers, budget: budgetOf(flags) };
  return withProject(context, flags, async (client, root) =>
    print(context, (await client.missions.set({ projectRoot: root, ...input })).mission),
  );
}

export function pauseMission(context: Context, flags: MissionFlags): Promise<number> {
  return withProject(context, flags, async (client, root) =>
    print(context, (await client.missions.change({ projectRoot: root, paused: true })).mission),
  );
}

export function resumeMission(context: Context, flags: MissionFlags): Promise<number> {
  const change = { paused: false, maxTriggers: flags.max, budget: budgetOf(flags) };
  return withProject(context, flags, async (client, root) =>
    print(context, (await client.missions.change({ projectRoot: root, ...change })).mission),
  );
}

export function clearMission(context: Context, flags: MissionFlags): Promise<number> {
  return withProject(context, flags, async (client, root) => {
    await client.missions.clear({ projectRoot: root });
    if (context.output.json) context.output.value({ ok: true });
    else context.output.line("Mission ended.");
  });
}

async function withProject(
  context: Context,
  { project = "." }: MissionFlags,
  work: (client: Client, root: string) => Promise<void>,
): Promise<number> {
  const client = await requireServer(context);
  try {
    await work(client, path.resolve(project));
    return exitCodes.done;
  } finally {
    client.close();
  }
}

function budgetOf({ budget: costUsd, tokens }: MissionFlags) {
  return costUsd === undefined && tokens === undefined ? undefined : { costUsd, tokens };
}

function print({ output }: Context, mission: Mission): void {
  if (output.json) output.value(toJson(mission));
  else for (const line of linesOf(mission)) output.line(line);
}

function linesOf(mission: Mission): string[] {
  const { text, agentIds, agentId, intervalSeconds = 60, triggers, maxTriggers = 100, budget } = mission;
  const who = agentIds?.join(", ") ?? agentId ?? "the default agent";
  const most = [
    ...(budget?.costUsd === undefined ? [] : [`$${budget.costUsd}`]),
    ...(budget?.tokens === undefined ? [] : [`${budget.tokens} tokens`]),
  ];
  const bound = most.length === 0 ? "" : `, limit ${most.join(" and ")}`;
  return [
    `${stateOf(mission)}: ${text}`,
    `  ${who}, every ${intervalSeconds} s; prompted ${triggers} of ${maxTriggers} times${bound}`,
    ...Object.entries(mission.sessions).map(([agent, session]) => `  ${agent} works in session ${session}`),
  ];
}

function stateOf({ endedTs, endReason, paused }: Mission): string {
  if (endedTs !== null) return `Ended ${dayAndTime(endedTs)}${endReason === "finalized" ? " (done)" : ""}`;
  return paused === null ? "Active" : `Paused (${paused.message})`;
}
