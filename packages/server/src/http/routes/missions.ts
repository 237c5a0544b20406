import { type Mission, missionRoutes, type Schedule, scheduleRoutes } from "@polylog/core";
import type { Mission as StoredMission } from "../../missions/mission.ts";
import type { StoredSchedule } from "../../missions/schedules.ts";
import { PolylogError } from "../../polylog-error.ts";
import { handle } from "./handler.ts";

function toMission({ agents, by, ...mission }: StoredMission): Mission {
  const sessions = Object.entries(agents).map(([agentId, { sessionId }]) => [agentId, sessionId]);
  return { ...mission, by: by ?? null, sessions: Object.fromEntries(sessions) };
}

function toSchedule(stored: StoredSchedule): Schedule {
  const { session = "new", paused = null, by } = stored;
  return { ...stored, session, paused, by: by ?? null };
}

export const missionHandlers = [
  handle(missionRoutes.get, async ({ query }, { services }) => {
    const found = await services.missions.current(query.projectRoot);
    return { mission: found && toMission(found) };
  }),
  handle(missionRoutes.list, async ({ query }, { services }) => ({
    missions: (await services.missions.of(query.projectRoot)).map(toMission),
  })),
  handle(missionRoutes.set, async ({ body: { projectRoot, ...input } }, { services, who }) => ({
    mission: toMission(await services.missions.set(projectRoot, input, who)),
  })),
  handle(missionRoutes.change, async ({ body: { projectRoot, ...change } }, { services, who }) => ({
    mission: toMission(await services.missions.change(projectRoot, change, who)),
  })),
  handle(missionRoutes.clear, async ({ query, body }, { services }) => {
    const projectRoot = query.projectRoot ?? body.projectRoot;
    if (projectRoot === undefined) throw new PolylogError("bad_request", "query.project_root: is missing");
    await services.missions.clear(projectRoot);
  }),
  handle(scheduleRoutes.list, async ({ query }, { services }) => ({
    schedules: (await services.schedules.of(query.projectRoot)).map(toSchedule),
  })),
  handle(scheduleRoutes.add, async ({ body: { projectRoot, ...input } }, { services, who }) => ({
    schedule: toSchedule(await services.schedules.add(projectRoot, input, who)),
  })),
  handle(scheduleRoutes.enable, async ({ params, body }, { services, who }) => ({
    schedule: toSchedule(await services.schedules.enable(params.scheduleId, body.enabled, who)),
  })),
  handle(scheduleRoutes.remove, ({ params }, { services }) => services.schedules.remove(params.scheduleId)),
];
