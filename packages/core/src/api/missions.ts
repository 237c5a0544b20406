import { z } from "zod";
import { actor } from "../events/fields.ts";
import { limits } from "../limits.ts";
import { budget } from "./budgets.ts";
import { defineRoute } from "./contract.ts";
import { done, id, projectRoot, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const { leastSeconds, mostSeconds, mostTriggers, agents: mostAgents, patternChars } = limits.api.mission;

const bounds = {
  maxTriggers: z.int().min(1).max(mostTriggers).optional(),
  budget: budget.optional(),
};

const mission = z
  .object({
    missionId: id,
    projectRoot: z.string(),
    text: z.string(),
    agentId: id.optional(),
    agentIds: z.array(id).optional().describe("The participating agents, if there are several."),
    intervalSeconds: z.int().optional(),
    ...bounds,
    createdTs: ts,
    endedTs: ts.nullable(),
    endReason: z.enum(["cleared", "replaced", "finalized"]).nullable(),
    paused: z
      .object({
        reason: z.enum(["person", "budget", "triggers", "failures", "cancelled", "device_revoked"]),
        message: z.string(),
      })
      .nullable()
      .describe("Why prompting is paused."),
    by: actor.nullable().describe("Who set it, or last resumed it."),
    triggers: z.int().describe("How often idle agents were prompted with it."),
    sessions: z.record(id, id).describe("The session that each agent works in."),
  })
  .meta({ id: "Mission" });
export type Mission = Data<typeof mission>;

const missionInput = z.object({
  text: z.string().trim().min(1).max(limits.api.promptChars),
  agentId: id.optional(),
  agentIds: z.array(id).max(mostAgents).optional(),
  intervalSeconds: z.int().min(leastSeconds).max(mostSeconds).optional(),
  ...bounds,
});
/** Without `agentIds`, the named agent or the project's default agent takes part. */
export type MissionInput = Data<typeof missionInput>;

const missionChange = z.object({
  paused: z.boolean().optional(),
  ...bounds,
  budget: budget.nullable().optional(),
});
/** A change to an active mission. */
export type MissionChange = Data<typeof missionChange>;

const ofProject = z.object({ projectRoot });

export const missionRoutes = {
  get: defineRoute("missions.get", {
    summary: "Get the project's mission",
    query: ofProject,
    result: z.object({ mission: mission.nullable() }),
  }),
  list: defineRoute("missions.list", {
    summary: "List the project's missions, including those that have ended",
    query: ofProject,
    result: z.object({ missions: z.array(mission) }),
  }),
  set: defineRoute("missions.set", {
    summary: "Set the project's mission",
    carries: "words",
    body: ofProject.extend(missionInput.shape),
    result: z.object({ mission }),
    errors: ["agent_not_found", "not_a_project"],
  }),
  change: defineRoute("missions.change", {
    summary: "Pause or resume the project's mission, or raise its limits",
    body: ofProject.extend(missionChange.shape),
    result: z.object({ mission }),
    errors: ["not_found", "not_a_project"],
  }),
  clear: defineRoute("missions.clear", {
    summary: "End the project's mission; pass `project_root` in the query or the body",
    query: ofProject.partial(),
    body: ofProject.partial(),
    result: done,
  }),
};

const scheduleInput = z.object({
  text: z.string().trim().min(1).max(limits.api.promptChars),
  pattern: z
    .string()
    .max(patternChars)
    .describe("Minute, hour, day of month, month, day of week: 0 9 * * mon-fri"),
  timeZone: z.string().max(100).optional(),
  agentId: id.optional(),
  session: z.enum(["new", "same"]).optional(),
});
/** `session`: a new one each time, or always the same. Without a time zone, the server's. */
export type ScheduleInput = Data<typeof scheduleInput>;

const schedule = z
  .object({
    scheduleId: id,
    projectRoot: z.string(),
    text: z.string(),
    pattern: z.string(),
    timeZone: z.string().optional(),
    agentId: id.optional(),
    session: z.enum(["new", "same"]),
    enabled: z.boolean(),
    paused: z
      .object({ reason: z.enum(["device_revoked"]), message: z.string() })
      .nullable()
      .describe("Why it is off, if no person turned it off."),
    by: actor.nullable().describe("Who added it, or last turned it on."),
    createdTs: ts,
    nextTs: ts.nullable().describe("Null: the pattern has no future times."),
    lastTs: ts.nullable(),
    skipped: z.int().describe("Times that were skipped because the previous run was still in progress."),
    sessionId: id.nullable(),
  })
  .meta({ id: "Schedule" });
export type Schedule = Data<typeof schedule>;

const ofSchedule = z.object({ scheduleId: id });

export const scheduleRoutes = {
  list: defineRoute("schedules.list", {
    summary: "List schedules of one project, or of all",
    query: z.object({ projectRoot: projectRoot.optional() }),
    result: z.object({ schedules: z.array(schedule) }),
    errors: ["not_a_project"],
  }),
  add: defineRoute("schedules.add", {
    summary: "Add a schedule: prompts sent at set times",
    carries: "words",
    body: ofProject.extend(scheduleInput.shape),
    status: 201,
    result: z.object({ schedule }),
    errors: ["not_a_project"],
  }),
  enable: defineRoute("schedules.enable", {
    summary: "Turn a schedule on or off; times that pass while it is off are skipped",
    params: ofSchedule,
    body: z.object({ enabled: z.boolean() }),
    result: z.object({ schedule }),
  }),
  remove: defineRoute("schedules.remove", {
    summary: "Remove a schedule",
    params: ofSchedule,
    result: done,
  }),
};
