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
    agentIds: z.array(id).optional().describe("The agents that take part, where it is more than one."),
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
      .describe("Why nobody is prompted for now."),
    by: actor.nullable().describe("Who set it, or resumed it last."),
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
/** Without `agentIds`, the agent that is named or the project's default one takes part. */
export type MissionInput = Data<typeof missionInput>;

const missionChange = z.object({
  paused: z.boolean().optional(),
  ...bounds,
  budget: budget.nullable().optional(),
});
/** A change to a mission while it goes on. */
export type MissionChange = Data<typeof missionChange>;

const ofProject = z.object({ projectRoot });

export const missionRoutes = {
  get: defineRoute("missions.get", {
    group: "missions",
    summary: "The project's mission",
    query: ofProject,
    result: z.object({ mission: mission.nullable() }),
  }),
  list: defineRoute("missions.list", {
    group: "missions",
    summary: "The project's missions, also those that have ended",
    query: ofProject,
    result: z.object({ missions: z.array(mission) }),
  }),
  set: defineRoute("missions.set", {
    group: "missions",
    summary: "Set the project's mission",
    carries: "words",
    body: ofProject.extend(missionInput.shape),
    result: z.object({ mission }),
    errors: ["agent_not_found", "not_a_project"],
  }),
  change: defineRoute("missions.change", {
    group: "missions",
    summary: "Pause the project's mission, let it go on, or raise what it may use",
    body: ofProject.extend(missionChange.shape),
    result: z.object({ mission }),
    errors: ["not_found", "not_a_project"],
  }),
  clear: defineRoute("missions.clear", {
    group: "missions",
    summary: "End the project's mission; `project_root` stands in the query or the body",
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
    .describe("Minute, hour, day of the month, month, day of the week: 0 9 * * mon-fri"),
  timeZone: z.string().max(100).optional(),
  agentId: id.optional(),
  session: z.enum(["new", "same"]).optional(),
});
/** `session`: each time a new one, or always the same. Without a time zone, the server's own. */
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
      .describe("Why it is off, where that was not a person's choice."),
    by: actor.nullable().describe("Who added it, or turned it on last."),
    createdTs: ts,
    nextTs: ts.nullable().describe("Null: the pattern names no time any more."),
    lastTs: ts.nullable(),
    skipped: z.int().describe("Times left out because the one before was still at work."),
    sessionId: id.nullable(),
  })
  .meta({ id: "Schedule" });
export type Schedule = Data<typeof schedule>;

const ofSchedule = z.object({ scheduleId: id });

export const scheduleRoutes = {
  list: defineRoute("schedules.list", {
    group: "missions",
    summary: "Prompts that are given at certain times; of one project, or of all",
    query: z.object({ projectRoot: projectRoot.optional() }),
    result: z.object({ schedules: z.array(schedule) }),
    errors: ["not_a_project"],
  }),
  add: defineRoute("schedules.add", {
    group: "missions",
    summary: "Add one",
    carries: "words",
    body: ofProject.extend(scheduleInput.shape),
    status: 201,
    result: z.object({ schedule }),
    errors: ["not_a_project"],
  }),
  enable: defineRoute("schedules.enable", {
    group: "missions",
    summary: "Turn it off or on; what was due while it was off is left out",
    params: ofSchedule,
    body: z.object({ enabled: z.boolean() }),
    result: z.object({ schedule }),
  }),
  remove: defineRoute("schedules.remove", {
    group: "missions",
    summary: "Remove it",
    params: ofSchedule,
    result: done,
  }),
};
