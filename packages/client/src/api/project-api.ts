import type {
  AgentInfo,
  AgentOverride,
  ChangesQuery,
  DayUsage,
  FileChanges,
  Health,
  ProjectFile,
  RunRow,
  SearchHit,
  TreeEntry,
  TrustedFolder,
  UsageQuery,
} from "@polylog/core";
import type { Http } from "../http.ts";

export type ProjectApi = ReturnType<typeof projectApi>;

/** Runs, agents, projects, search, settings. */
export function projectApi(http: Http) {
  return {
    /** Newest first. */
    async runs(
      query: { readonly projectRoot?: string; readonly sessionId?: string } = {},
    ): Promise<readonly RunRow[]> {
      return (await http.call("runs.list", query)).runs;
    },
    /** What was used, by the days of a time zone: this one's where none is given. */
    async usage(query: UsageQuery = {}): Promise<readonly DayUsage[]> {
      const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = query;
      return (await http.call("runs.usage", { ...query, timeZone })).usage;
    },
    async children(runId: string): Promise<readonly RunRow[]> {
      return (await http.call("runs.children", { runId })).runs;
    },
    /** What the agent was given. */
    context(runId: string, view: "summary" | "raw" = "summary"): Promise<unknown> {
      return http.call("runs.context", { runId, view });
    },
    /** Those of a project too, where one is given. To refresh is to look at the machine again. */
    agents(
      query: { readonly projectRoot?: string | undefined; readonly refresh?: boolean } = {},
    ): Promise<readonly AgentInfo[]> {
      const { projectRoot, refresh = false } = query;
      return http.call("agents.list", { projectRoot, refresh: refresh ? "1" : undefined });
    },
    /** Folders that are trusted or in which something waits for it; or the one that is named. */
    async trust(projectRoot?: string): Promise<readonly TrustedFolder[]> {
      return (await http.call("trust.list", { projectRoot })).folders;
    },
    /** With the digest of what was looked at, it is refused where a file changed since. */
    setTrust(projectRoot: string, trusted: boolean, digest?: string): Promise<TrustedFolder> {
      return http.call("trust.set", { projectRoot, trusted, digest });
    },
    async search(q: string): Promise<readonly SearchHit[]> {
      return (await http.call("events.search", { q })).hits;
    },
    async tree(projectRoot: string, path = ""): Promise<readonly TreeEntry[]> {
      return (await http.call("projects.tree", { projectRoot, path })).entries;
    },
    file(projectRoot: string, path: string): Promise<ProjectFile> {
      return http.call("projects.file", { projectRoot, path });
    },
    /** What changed in the project since a checkpoint, whoever changed it, a page at a time. */
    changesSince(query: ChangesQuery): Promise<FileChanges> {
      return http.call("projects.changes", query);
    },
    settings(): Promise<unknown> {
      return http.call("settings.get", {});
    },
    changeSettings(settings: object): Promise<unknown> {
      return http.call("settings.change", { ...settings });
    },
    async override(projectRoot: string, agentId: string): Promise<AgentOverride | null> {
      return (await http.call("settings.override", { projectRoot, agentId })).override;
    },
    async setOverride(projectRoot: string, agentId: string, override: AgentOverride): Promise<AgentOverride> {
      return (await http.call("settings.setOverride", { ...override, projectRoot, agentId })).override;
    },
    health(): Promise<Health> {
      return http.call("server.health", {});
    },
  };
}
