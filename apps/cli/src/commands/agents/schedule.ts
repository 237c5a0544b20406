import path from "node:path";
import type { Schedule } from "@polylog/client";
import type { Context } from "../../context.ts";
import { withRunningServer } from "../../server/find-server.ts";
import { toJson } from "../../show/json.ts";
import { dayAndTime } from "../../show/local-time.ts";
import { tableLines } from "../../show/table.ts";

export interface ScheduleFlags {
  readonly project?: string;
  readonly agent?: string;
  readonly timeZone?: string;
  readonly sameSession?: true;
}

const heads = ["SCHEDULE", "STATE", "PATTERN", "NEXT", "AGENT", "PROJECT", "PROMPT"];

export function listSchedules(context: Context): Promise<number> {
  return withRunningServer(context, async (client) => {
    const { output } = context;
    const { schedules } = await client.schedules.list();
    if (output.json) for (const schedule of schedules) output.value(toJson(schedule));
    else if (schedules.length === 0) output.remark('No schedules. Add one with "polylog schedule add".');
    else for (const line of tableLines([heads, ...schedules.map(cellsOf)])) output.line(line);
  });
}

export function addSchedule(
  context: Context,
  pattern: string,
  text: string,
  { project = ".", agent, timeZone, sameSession }: ScheduleFlags,
): Promise<number> {
  const session = sameSession === true ? ("same" as const) : undefined;
  return withRunningServer(context, async (client) => {
    const input = { pattern, text, agentId: agent, timeZone, session };
    print(context, (await client.schedules.add({ projectRoot: path.resolve(project), ...input })).schedule);
  });
}

export function changeSchedule(context: Context, id: string, what: "on" | "off" | "rm"): Promise<number> {
  return withRunningServer(context, async (client) => {
    if (what !== "rm")
      return print(
        context,
        (await client.schedules.enable({ scheduleId: id, enabled: what === "on" })).schedule,
      );
    await client.schedules.remove({ scheduleId: id });
    if (context.output.json) context.output.value({ ok: true });
    else context.output.line(`Removed schedule ${id}.`);
  });
}

function print({ output }: Context, schedule: Schedule): void {
  if (output.json) output.value(toJson(schedule));
  else
    output.line(
      `${schedule.scheduleId} is ${schedule.enabled ? `on. Next run: ${nextOf(schedule)}` : "off"}.`,
    );
}

function cellsOf(schedule: Schedule): string[] {
  const { scheduleId, enabled, pattern, agentId = "-", projectRoot, text } = schedule;
  return [scheduleId, enabled ? "on" : "off", pattern, nextOf(schedule), agentId, projectRoot, text];
}

function nextOf({ nextTs, enabled }: Schedule): string {
  return nextTs === null || !enabled ? "-" : dayAndTime(nextTs);
}
