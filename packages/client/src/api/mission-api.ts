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
} from "@polylog/core";
import type { Http } from "../http.ts";

export type MissionApi = ReturnType<typeof missionApi>;

/** What goes on without a person: missions, schedules, and the budgets and rules that bound them. */
export function missionApi(http: Http) {
  return {
    async mission(projectRoot: string): Promise<Mission | null> {
      return (await http.call("missions.get", { projectRoot })).mission;
    },
    async missions(projectRoot: string): Promise<readonly Mission[]> {
      return (await http.call("missions.list", { projectRoot })).missions;
    },
    async setMission(projectRoot: string, mission: MissionInput): Promise<Mission> {
      return (await http.call("missions.set", { ...mission, projectRoot })).mission;
    },
    /** Pauses it, lets it go on, or raises what it may use. */
    async changeMission(projectRoot: string, change: MissionChange): Promise<Mission> {
      return (await http.call("missions.change", { ...change, projectRoot })).mission;
    },
    async clearMission(projectRoot: string): Promise<void> {
      await http.call("missions.clear", { projectRoot });
    },
    /** Of one project, or of all. */
    async schedules(projectRoot?: string): Promise<readonly Schedule[]> {
      return (await http.call("schedules.list", { projectRoot })).schedules;
    },
    async addSchedule(projectRoot: string, schedule: ScheduleInput): Promise<Schedule> {
      return (await http.call("schedules.add", { ...schedule, projectRoot })).schedule;
    },
    async enableSchedule(scheduleId: string, enabled: boolean): Promise<Schedule> {
      return (await http.call("schedules.enable", { scheduleId, enabled })).schedule;
    },
    async removeSchedule(scheduleId: string): Promise<void> {
      await http.call("schedules.remove", { scheduleId });
    },
    /** Of a session, or of what a project may spend in a day. */
    async budget(place: BudgetPlace): Promise<BudgetState> {
      return (await http.call("budgets.get", place)).budget;
    },
    async setBudget(place: BudgetPlace, budget: Budget): Promise<BudgetState> {
      return (await http.call("budgets.set", { ...place, ...budget })).budget;
    },
    /** Who may write to whom in a project. */
    async policy(projectRoot: string): Promise<AgentPolicy> {
      return (await http.call("agents.policy", { projectRoot })).policy;
    },
    async setPolicy(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy> {
      return (await http.call("agents.setPolicy", { ...policy, projectRoot })).policy;
    },
  };
}
