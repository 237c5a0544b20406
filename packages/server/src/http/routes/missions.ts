import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Mission } from "../../service.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, projectRoot, ts } from "./fields.ts";

const LEAST_SECONDS = 30;
const MOST_SECONDS = 7 * 24 * 60 * 60;

const mission = z
  .object({
    mission_id: id,
    project_root: z.string(),
    text: z.string(),
    agent_id: id.optional(),
    interval_seconds: z.int().optional(),
    created_ts: ts,
    ended_ts: ts.nullable(),
    triggers: z.int().describe("How often idle agents were prompted with it."),
  })
  .meta({ id: "Mission" });

function toMission(value: Mission): z.input<typeof mission> {
  return {
    mission_id: value.missionId,
    project_root: value.projectRoot,
    text: value.text,
    agent_id: value.agentId,
    interval_seconds: value.intervalSeconds,
    created_ts: value.createdTs,
    ended_ts: value.endedTs,
    triggers: value.triggers,
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
  handle: async ({ query }, { service }) => {
    const found = await service.mission(query.project_root);
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
  handle: async ({ query }, { service }) => ({
    missions: (await service.missions(query.project_root)).map(toMission),
  }),
});

export const postMission = defineRoute({
  method: "post",
  path: "/api/mission",
  role: "prompter",
  group: "missions",
  summary: "Set the project's mission",
  body: ofProject.extend({
    text: z.string().trim().min(1).max(limits.promptChars),
    agent_id: id.optional(),
    interval_seconds: z.int().min(LEAST_SECONDS).max(MOST_SECONDS).optional(),
  }),
  result: z.object({ mission }),
  errors: ["agent_not_found", "not_a_project"],
  handle: async ({ body }, { service }) => {
    const { text, agent_id: agentId, interval_seconds: intervalSeconds } = body;
    return {
      mission: toMission(await service.setMission(body.project_root, { text, agentId, intervalSeconds })),
    };
  },
});

export const deleteMission = defineRoute({
  method: "delete",
  path: "/api/mission",
  role: "prompter",
  group: "missions",
  summary: "End the project's mission; `project_root` stands in the query or the body",
  query: ofProject.partial(),
  body: ofProject.partial(),
  result: done,
  handle: async ({ query, body }, { service }) => {
    const project = query.project_root ?? body.project_root;
    if (project === undefined) throw new PolylogError("bad_request", "query.project_root: is missing");
    await service.clearMission(project);
    return isDone;
  },
});

export const missionRoutes = [getMission, getMissions, postMission, deleteMission];
