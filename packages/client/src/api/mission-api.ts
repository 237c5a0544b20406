import type { Http } from "../http.ts";
import { fromWire, toQuery, toWire } from "../wire-names.ts";
import type {
  AgentPolicy,
  Budget,
  BudgetPlace,
  BudgetState,
  Mission,
  MissionChange,
  MissionInput,
  Schedule,
  ScheduleInput,
} from "./mission-types.ts";

export type MissionApi = ReturnType<typeof missionApi>;

/** What goes on without a person: missions, schedules, and the budgets and rules that bound them. */
export function missionApi(http: Http) {
  return {
    async mission(projectRoot: string): Promise<Mission | null> {
      const query = { project_root: projectRoot };
      const { mission } = await http.json<{ mission: unknown }>("GET", "/api/mission", { query });
      return mission === null ? null : toMission(mission);
    },
    async missions(projectRoot: string): Promise<readonly Mission[]> {
      const query = { project_root: projectRoot };
      const { missions } = await http.json<{ missions: unknown[] }>("GET", "/api/missions", { query });
      return missions.map(toMission);
    },
    async setMission(projectRoot: string, mission: MissionInput): Promise<Mission> {
      const body = toWire({ ...mission, budget: mission.budget && toWire(mission.budget), projectRoot });
      return toMission((await http.json<{ mission: unknown }>("POST", "/api/mission", { body })).mission);
    },
    /** Pauses it, lets it go on, or raises what it may use. */
    async changeMission(projectRoot: string, change: MissionChange): Promise<Mission> {
      const body = toWire({ ...change, budget: change.budget && toWire(change.budget), projectRoot });
      return toMission((await http.json<{ mission: unknown }>("PATCH", "/api/mission", { body })).mission);
    },
    async clearMission(projectRoot: string): Promise<void> {
      await http.json("DELETE", "/api/mission", { query: { project_root: projectRoot } });
    },
    /** Of one project, or of all. */
    async schedules(projectRoot?: string): Promise<readonly Schedule[]> {
      const query = toQuery({ projectRoot });
      const { schedules } = await http.json<{ schedules: unknown[] }>("GET", "/api/schedules", { query });
      return schedules.map((schedule) => fromWire<Schedule>(schedule));
    },
    async addSchedule(projectRoot: string, schedule: ScheduleInput): Promise<Schedule> {
      const body = toWire({ ...schedule, projectRoot });
      return fromWire((await http.json<{ schedule: unknown }>("POST", "/api/schedules", { body })).schedule);
    },
    async enableSchedule(scheduleId: string, enabled: boolean): Promise<Schedule> {
      const path = `/api/schedules/${encodeURIComponent(scheduleId)}`;
      return fromWire(
        (await http.json<{ schedule: unknown }>("PATCH", path, { body: { enabled } })).schedule,
      );
    },
    async removeSchedule(scheduleId: string): Promise<void> {
      await http.json("DELETE", `/api/schedules/${encodeURIComponent(scheduleId)}`);
    },
    /** Of a session, or of what a project may spend in a day. */
    async budget(place: BudgetPlace): Promise<BudgetState> {
      const query = toQuery(place);
      return fromWire((await http.json<{ budget: unknown }>("GET", "/api/budget", { query })).budget);
    },
    async setBudget(place: BudgetPlace, budget: Budget): Promise<BudgetState> {
      const body = toWire({ ...place, ...budget });
      return fromWire((await http.json<{ budget: unknown }>("POST", "/api/budget", { body })).budget);
    },
    /** Who may write to whom in a project. */
    async policy(projectRoot: string): Promise<AgentPolicy> {
      const query = toQuery({ projectRoot });
      return (await http.json<{ policy: AgentPolicy }>("GET", "/api/agent-policy", { query })).policy;
    },
    async setPolicy(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy> {
      const body = { ...toWire({ projectRoot }), ...policy };
      return (await http.json<{ policy: AgentPolicy }>("POST", "/api/agent-policy", { body })).policy;
    },
  };
}

function toMission(wire: unknown): Mission {
  const { budget, ...mission } = fromWire<Mission & { budget?: unknown }>(wire);
  return budget === undefined ? mission : { ...mission, budget: fromWire<Budget>(budget) };
}
