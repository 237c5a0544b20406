import type { Http } from "../http.ts";
import { fromWire, toQuery, toWire } from "../wire-names.ts";
import type {
  AgentInfo,
  AgentOverride,
  Health,
  Mission,
  MissionInput,
  RunRow,
  RunUsage,
  SearchHit,
  TreeEntry,
} from "./types.ts";

export type ProjectApi = ReturnType<typeof projectApi>;

/** Runs, agents, projects, search, settings. */
export function projectApi(http: Http) {
  const runsAt = async (path: string, query: object): Promise<readonly RunRow[]> => {
    const { runs } = await http.json<{ runs: WireRun[] }>("GET", path, { query: toQuery(query) });
    return runs.map((run) => ({
      ...fromWire<RunRow>(run),
      usage: run.usage.map((each) => fromWire<RunUsage>(each)),
    }));
  };
  return {
    /** Newest first. */
    runs(
      query: { readonly projectRoot?: string; readonly sessionId?: string } = {},
    ): Promise<readonly RunRow[]> {
      return runsAt("/api/agent-runs", query);
    },
    children(runId: string): Promise<readonly RunRow[]> {
      return runsAt("/api/agent-children", { runId });
    },
    /** What the agent was given. */
    context(runId: string, view: "summary" | "raw" = "summary"): Promise<unknown> {
      return http.json("GET", "/api/agent-context", { query: { run_id: runId, view } });
    },
    agents(): Promise<readonly AgentInfo[]> {
      return http.json("GET", "/api/agents");
    },
    async search(q: string): Promise<readonly SearchHit[]> {
      const { hits } = await http.json<{ hits: unknown[] }>("GET", "/api/search", { query: { q } });
      return hits.map((hit) => fromWire<SearchHit>(hit));
    },
    async tree(projectRoot: string, path = ""): Promise<readonly TreeEntry[]> {
      const query = { project_root: projectRoot, path };
      return (await http.json<{ entries: readonly TreeEntry[] }>("GET", "/api/workspace/tree", { query }))
        .entries;
    },
    settings(): Promise<unknown> {
      return http.json("GET", "/api/settings");
    },
    changeSettings(settings: object): Promise<unknown> {
      return http.json("POST", "/api/settings", { body: settings });
    },
    async mission(projectRoot: string): Promise<Mission | null> {
      const query = { project_root: projectRoot };
      const { mission } = await http.json<{ mission: unknown }>("GET", "/api/mission", { query });
      return mission === null ? null : fromWire<Mission>(mission);
    },
    async missions(projectRoot: string): Promise<readonly Mission[]> {
      const query = { project_root: projectRoot };
      const { missions } = await http.json<{ missions: unknown[] }>("GET", "/api/missions", { query });
      return missions.map((mission) => fromWire<Mission>(mission));
    },
    async setMission(projectRoot: string, mission: MissionInput): Promise<Mission> {
      const body = toWire({ ...mission, projectRoot });
      return fromWire((await http.json<{ mission: unknown }>("POST", "/api/mission", { body })).mission);
    },
    async clearMission(projectRoot: string): Promise<void> {
      await http.json("DELETE", "/api/mission", { query: { project_root: projectRoot } });
    },
    async override(projectRoot: string, agentId: string): Promise<AgentOverride | null> {
      const query = toQuery({ projectRoot, agentId });
      const { override } = await http.json<{ override: unknown }>("GET", "/api/agent-override", { query });
      return override === null ? null : fromWire<AgentOverride>(override);
    },
    async setOverride(projectRoot: string, agentId: string, override: AgentOverride): Promise<AgentOverride> {
      const body = toWire({ ...override, projectRoot, agentId });
      return fromWire(
        (await http.json<{ override: unknown }>("POST", "/api/agent-override", { body })).override,
      );
    },
    health(): Promise<Health> {
      return http.json("GET", "/api/health");
    },
  };
}

type WireRun = { readonly usage: readonly unknown[] };
