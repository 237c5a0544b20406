import type { Http } from "../http.ts";
import { fromWire, toQuery, toWire } from "../wire-names.ts";
import type {
  AgentInfo,
  AgentOverride,
  DayUsage,
  FileChanges,
  Health,
  ProjectFile,
  RunRow,
  RunUsage,
  SearchHit,
  TreeEntry,
  TrustedFolder,
  UsageQuery,
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
    /** What was used, by the days of a time zone: this one's where none is given. */
    async usage(query: UsageQuery = {}): Promise<readonly DayUsage[]> {
      const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = query;
      const asked = toQuery({ ...query, timeZone });
      const { usage } = await http.json<{ usage: unknown[] }>("GET", "/api/usage", { query: asked });
      return usage.map((row) => fromWire<DayUsage>(row));
    },
    children(runId: string): Promise<readonly RunRow[]> {
      return runsAt("/api/agent-children", { runId });
    },
    /** What the agent was given. */
    context(runId: string, view: "summary" | "raw" = "summary"): Promise<unknown> {
      return http.json("GET", "/api/agent-context", { query: { run_id: runId, view } });
    },
    /** Those of a project too, where one is given. To refresh is to look at the machine again. */
    async agents(
      query: { readonly projectRoot?: string | undefined; readonly refresh?: boolean } = {},
    ): Promise<readonly AgentInfo[]> {
      const { projectRoot, refresh = false } = query;
      const asked = toQuery({ projectRoot, refresh: refresh ? 1 : undefined });
      const agents = await http.json<AgentInfo[]>("GET", "/api/agents", { query: asked });
      return agents.map((agent) => ({
        ...fromWire<AgentInfo>(agent),
        capabilities: fromWire(agent.capabilities),
      }));
    },
    /** Folders that are trusted or in which something waits for it; or the one that is named. */
    async trust(projectRoot?: string): Promise<readonly TrustedFolder[]> {
      const query = toQuery({ projectRoot });
      const { folders } = await http.json<{ folders: unknown[] }>("GET", "/api/trust", { query });
      return folders.map((folder) => fromWire<TrustedFolder>(folder));
    },
    async setTrust(projectRoot: string, trusted: boolean): Promise<TrustedFolder> {
      return fromWire(await http.json("POST", "/api/trust", { body: toWire({ projectRoot, trusted }) }));
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
    file(projectRoot: string, path: string): Promise<ProjectFile> {
      return http.json("GET", "/api/workspace/file", { query: { project_root: projectRoot, path } });
    },
    /** What differs in the project from a checkpoint, whoever changed it. */
    async changesSince(projectRoot: string, checkpoint: string): Promise<FileChanges> {
      const query = { project_root: projectRoot, checkpoint };
      const { files, truncated_count } = await http.json<{
        readonly files: readonly unknown[];
        readonly truncated_count: number;
      }>("GET", "/api/workspace/changes", { query });
      return { files: files.map((file) => fromWire(file)), truncatedCount: truncated_count };
    },
    settings(): Promise<unknown> {
      return http.json("GET", "/api/settings");
    },
    changeSettings(settings: object): Promise<unknown> {
      return http.json("POST", "/api/settings", { body: settings });
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
