import { actor, type Budget } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Mission } from "../../missions/mission.ts";
import { budgetFields } from "./budgets.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, projectRoot, ts } from "./fields.ts";

const { leastSeconds, mostSeconds, mostTriggers, agents: mostAgents } = limits.mission;

const budget = z.object(budgetFields);
const bounds = {
  max_triggers: z.int().min(1).max(mostTriggers).optional(),
  budget: budget.optional(),
};

const mission = z
  .object({
    mission_id: id,
    project_root: z.string(),
    text: z.string(),
    agent_id: id.optional(),
    agent_ids: z.array(id).optional().describe("The agents that take part, where it is more than one."),
    interval_seconds: z.int().optional(),
    ...bounds,
    created_ts: ts,
    ended_ts: ts.nullable(),
    end_reason: z.enum(["cleared", "replaced", "finalized"]).nullable(),
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

function toMission(value: Mission): z.input<typeof mission> {
  return {
    mission_id: value.missionId,
    project_root: value.projectRoot,
    text: value.text,
    agent_id: value.agentId,
    agent_ids: value.agentIds === undefined ? undefined : [...value.agentIds],
    interval_seconds: value.intervalSeconds,
    max_triggers: value.maxTriggers,
    budget: value.budget && { cost_usd: value.budget.costUsd, tokens: value.budget.tokens },
    created_ts: value.createdTs,
    ended_ts: value.endedTs,
    end_reason: value.endReason,
    paused: value.paused,
    by: value.by ?? null,
    triggers: value.triggers,
    sessions: Object.fromEntries(
      Object.entries(value.agents).map(([agentId, { sessionId }]) => [agentId, sessionId]),
    ),
  };
}

const ofProject = z.object({ project_root: projectRoot });

const getMission = defineRoute({
  method: "get",
  path: "/api/mission",
  role: "viewer",
  group: "missions",
  summary: "The project's mission",
  query: ofProject,
  result: z.object({ mission: mission.nullable() }),
  handle: async ({ query }, { services }) => {
    const found = await services.missions.current(query.project_root);
    return { mission: found && toMission(found) };
  },
});

const getMissions = defineRoute({
  method: "get",
  path: "/api/missions",
  role: "viewer",
  group: "missions",
  summary: "The project's missions, also those that have ended",
  query: ofProject,
  result: z.object({ missions: z.array(mission) }),
  handle: async ({ query }, { services }) => ({
    missions: (await services.missions.of(query.project_root)).map(toMission),
  }),
});

export const postMission = defineRoute({
  method: "post",
  path: "/api/mission",
  role: "prompter",
  group: "missions",
  summary: "Set the project's mission",
  carries: "words",
  body: ofProject.extend({
    text: z.string().trim().min(1).max(limits.promptChars),
    agent_id: id.optional(),
    agent_ids: z.array(id).max(mostAgents).optional(),
    interval_seconds: z.int().min(leastSeconds).max(mostSeconds).optional(),
    ...bounds,
  }),
  result: z.object({ mission }),
  errors: ["agent_not_found", "not_a_project"],
  handle: async ({ body }, { services, who }) => {
    const { text, agent_id: agentId, agent_ids: agentIds, interval_seconds: intervalSeconds } = body;
    const { max_triggers: maxTriggers } = body;
    const input = { text, agentId, agentIds, intervalSeconds, maxTriggers, budget: toBudget(body.budget) };
    return { mission: toMission(await services.missions.set(body.project_root, input, who)) };
  },
});

const patchMission = defineRoute({
  method: "patch",
  path: "/api/mission",
  role: "prompter",
  group: "missions",
  summary: "Pause the project's mission, let it go on, or raise what it may use",
  body: ofProject.extend({ paused: z.boolean().optional(), ...bounds, budget: budget.nullable().optional() }),
  result: z.object({ mission }),
  errors: ["not_found", "not_a_project"],
  handle: async ({ body }, { services, who }) => {
    const { paused, max_triggers: maxTriggers } = body;
    const given = body.budget === null ? null : toBudget(body.budget);
    const change = { paused, maxTriggers, budget: given };
    return { mission: toMission(await services.missions.change(body.project_root, change, who)) };
  },
});

function toBudget(given: z.output<typeof budget> | undefined): Budget | undefined {
  return given && { costUsd: given.cost_usd, tokens: given.tokens };
}

export const deleteMission = defineRoute({
  method: "delete",
  path: "/api/mission",
  role: "prompter",
  group: "missions",
  summary: "End the project's mission; `project_root` stands in the query or the body",
  query: ofProject.partial(),
  body: ofProject.partial(),
  result: done,
  handle: async ({ query, body }, { services }) => {
    const project = query.project_root ?? body.project_root;
    if (project === undefined) throw new PolylogError("bad_request", "query.project_root: is missing");
    await services.missions.clear(project);
    return isDone;
  },
});

export const missionRoutes = [getMission, getMissions, postMission, patchMission, deleteMission];
