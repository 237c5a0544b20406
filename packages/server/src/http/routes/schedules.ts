import { actor, type Schedule } from "@polylog/core";
import { z } from "zod";
import { limits } from "../../limits.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, projectRoot, ts } from "./fields.ts";

const schedule = z
  .object({
    schedule_id: id,
    project_root: z.string(),
    text: z.string(),
    pattern: z.string(),
    time_zone: z.string().optional(),
    agent_id: id.optional(),
    session: z.enum(["new", "same"]),
    enabled: z.boolean(),
    paused: z
      .object({ reason: z.enum(["device_revoked"]), message: z.string() })
      .nullable()
      .describe("Why it is off, where that was not a person's choice."),
    by: actor.nullable().describe("Who added it, or turned it on last."),
    created_ts: ts,
    next_ts: ts.nullable().describe("Null: the pattern names no time any more."),
    last_ts: ts.nullable(),
    skipped: z.int().describe("Times left out because the one before was still at work."),
    session_id: id.nullable(),
  })
  .meta({ id: "Schedule" });

function toSchedule(value: Schedule): z.input<typeof schedule> {
  return {
    schedule_id: value.scheduleId,
    project_root: value.projectRoot,
    text: value.text,
    pattern: value.pattern,
    time_zone: value.timeZone,
    agent_id: value.agentId,
    session: value.session ?? "new",
    enabled: value.enabled,
    paused: value.paused ?? null,
    by: value.by ?? null,
    created_ts: value.createdTs,
    next_ts: value.nextTs,
    last_ts: value.lastTs,
    skipped: value.skipped,
    session_id: value.sessionId,
  };
}

const getSchedules = defineRoute({
  method: "get",
  path: "/api/schedules",
  role: "viewer",
  group: "missions",
  summary: "Prompts that are given at certain times; of one project, or of all",
  query: z.object({ project_root: projectRoot.optional() }),
  result: z.object({ schedules: z.array(schedule) }),
  errors: ["not_a_project"],
  handle: async ({ query }, { services }) => ({
    schedules: (await services.schedules.of(query.project_root)).map(toSchedule),
  }),
});

const postSchedule = defineRoute({
  method: "post",
  path: "/api/schedules",
  role: "prompter",
  group: "missions",
  summary: "Add one",
  carries: "words",
  body: z.object({
    project_root: projectRoot,
    text: z.string().trim().min(1).max(limits.promptChars),
    pattern: z
      .string()
      .max(limits.mission.patternChars)
      .describe("Minute, hour, day of the month, month, day of the week: 0 9 * * mon-fri"),
    time_zone: z.string().max(100).optional(),
    agent_id: id.optional(),
    session: z.enum(["new", "same"]).optional(),
  }),
  status: 201,
  result: z.object({ schedule }),
  errors: ["not_a_project"],
  handle: async ({ body }, { services, who }) => {
    const { text, pattern, time_zone: timeZone, agent_id: agentId, session } = body;
    const input = { text, pattern, timeZone, agentId, session };
    return { schedule: toSchedule(await services.schedules.add(body.project_root, input, who)) };
  },
});

const params = z.object({ schedule_id: id });

const patchSchedule = defineRoute({
  method: "patch",
  path: "/api/schedules/{schedule_id}",
  role: "prompter",
  group: "missions",
  summary: "Turn it off or on; what was due while it was off is left out",
  params,
  body: z.object({ enabled: z.boolean() }),
  result: z.object({ schedule }),
  handle: async ({ params: { schedule_id }, body }, { services, who }) => ({
    schedule: toSchedule(await services.schedules.enable(schedule_id, body.enabled, who)),
  }),
});

const deleteSchedule = defineRoute({
  method: "delete",
  path: "/api/schedules/{schedule_id}",
  role: "prompter",
  group: "missions",
  summary: "Remove it",
  params,
  result: done,
  handle: async ({ params: { schedule_id } }, { services }) => {
    await services.schedules.remove(schedule_id);
    return isDone;
  },
});

export const scheduleRoutes = [getSchedules, postSchedule, patchSchedule, deleteSchedule];
