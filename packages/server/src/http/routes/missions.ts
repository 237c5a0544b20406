import { type Mission, missionRoutes, type Schedule, scheduleRoutes } from "@polylog/core";
import { PolylogError } from "../../errors.ts";
import type { StoredSchedule } from "../../missions/schedules.ts";
import type { Mission as StoredMission } from "../../service.ts";
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
  handle(missionRoutes.get, async ({ query }, { service }) => {
    const found = await service.mission(query.projectRoot);
    return { mission: found && toMission(found) };
  }),
  handle(missionRoutes.list, async ({ query }, { service }) => ({
    missions: (await service.missions(query.projectRoot)).map(toMission),
  })),
  handle(missionRoutes.set, async ({ body: { projectRoot, ...input } }, { service, who }) => ({
    mission: toMission(await service.setMission(projectRoot, input, who)),
  })),
  handle(missionRoutes.change, async ({ body: { projectRoot, ...change } }, { service, who }) => ({
    mission: toMission(await service.changeMission(projectRoot, change, who)),
  })),
  handle(missionRoutes.clear, async ({ query, body }, { service }) => {
    const projectRoot = query.projectRoot ?? body.projectRoot;
    if (projectRoot === undefined) throw new PolylogError("bad_request", "query.project_root: is missing");
    await service.clearMission(projectRoot);
  }),
  handle(scheduleRoutes.list, async ({ query }, { service }) => ({
    schedules: (await service.schedules(query.projectRoot)).map(toSchedule),
  })),
  handle(scheduleRoutes.add, async ({ body: { projectRoot, ...input } }, { service, who }) => ({
    schedule: toSchedule(await service.addSchedule(projectRoot, input, who)),
  })),
  handle(scheduleRoutes.enable, async ({ params, body }, { service, who }) => ({
    schedule: toSchedule(await service.enableSchedule(params.scheduleId, body.enabled, who)),
  })),
  handle(scheduleRoutes.remove, ({ params }, { service }) => service.removeSchedule(params.scheduleId)),
];
