import type { Http } from "../http.ts";
import { fromWire, toQuery, toWire } from "../wire-names.ts";
import type {
  AgentInfo,
  AgentOverride,
  ChangesQuery,
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
    /** With the digest of what was looked at, it is refused where a file changed since. */
    async setTrust(projectRoot: string, trusted: boolean, digest?: string): Promise<TrustedFolder> {
      const body = toWire({ projectRoot, trusted, ...(digest === undefined ? {} : { digest }) });
      return fromWire(await http.json("POST", "/api/trust", { body }));
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
    /** What changed in the project since a checkpoint, whoever changed it, a page at a time. */
    async changesSince(query: ChangesQuery): Promise<FileChanges> {
      const path = "/api/workspace/changes";
      const wire = await http.json<{ files: unknown[] }>("GET", path, { query: toQuery(query) });
      return { ...fromWire<FileChanges>(wire), files: wire.files.map((file) => fromWire(file)) };
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
