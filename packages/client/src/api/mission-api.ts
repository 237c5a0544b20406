import {
  type AgentPolicy,
  agentRoutes,
  type Budget,
  type BudgetPlace,
  type BudgetState,
  budgetRoutes,
  type Mission,
  type MissionChange,
  type MissionInput,
  missionRoutes,
  type Schedule,
  type ScheduleInput,
  scheduleRoutes,
} from "@polylog/core";
import type { Http } from "../http.ts";

export type MissionApi = ReturnType<typeof missionApi>;

/** What goes on without a person: missions, schedules, and the budgets and rules that bound them. */
export function missionApi(http: Http) {
  return {
    async mission(projectRoot: string): Promise<Mission | null> {
      return (await http.call(missionRoutes.get, { projectRoot })).mission;
    },
    async missions(projectRoot: string): Promise<readonly Mission[]> {
      return (await http.call(missionRoutes.list, { projectRoot })).missions;
    },
    async setMission(projectRoot: string, mission: MissionInput): Promise<Mission> {
      return (await http.call(missionRoutes.set, { ...mission, projectRoot })).mission;
    },
    /** Pauses it, lets it go on, or raises what it may use. */
    async changeMission(projectRoot: string, change: MissionChange): Promise<Mission> {
      return (await http.call(missionRoutes.change, { ...change, projectRoot })).mission;
    },
    async clearMission(projectRoot: string): Promise<void> {
      await http.call(missionRoutes.clear, { projectRoot });
    },
    /** Of one project, or of all. */
    async schedules(projectRoot?: string): Promise<readonly Schedule[]> {
      return (await http.call(scheduleRoutes.list, { projectRoot })).schedules;
    },
    async addSchedule(projectRoot: string, schedule: ScheduleInput): Promise<Schedule> {
      return (await http.call(scheduleRoutes.add, { ...schedule, projectRoot })).schedule;
    },
    async enableSchedule(scheduleId: string, enabled: boolean): Promise<Schedule> {
      return (await http.call(scheduleRoutes.enable, { scheduleId, enabled })).schedule;
    },
    async removeSchedule(scheduleId: string): Promise<void> {
      await http.call(scheduleRoutes.remove, { scheduleId });
    },
    /** Of a session, or of what a project may spend in a day. */
    async budget(place: BudgetPlace): Promise<BudgetState> {
      return (await http.call(budgetRoutes.get, place)).budget;
    },
    async setBudget(place: BudgetPlace, budget: Budget): Promise<BudgetState> {
      return (await http.call(budgetRoutes.set, { ...place, ...budget })).budget;
    },
    /** Who may write to whom in a project. */
    async policy(projectRoot: string): Promise<AgentPolicy> {
      return (await http.call(agentRoutes.policy, { projectRoot })).policy;
    },
    async setPolicy(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy> {
      return (await http.call(agentRoutes.setPolicy, { ...policy, projectRoot })).policy;
    },
  };
}
