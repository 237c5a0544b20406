import { realpathSync } from "node:fs";
import { isWithin } from "@polylog/backends/project";
import type {
  AgentInfo,
  AgentOverride,
  AgentPolicy,
  Budget,
  BudgetState,
  FileChanges,
  Health,
  MissionChange,
  MissionInput,
  NativeRow,
  PermissionRule,
  ProjectFile,
  RestoredFiles,
  Schedule,
  ScheduleInput,
  TreeEntry,
} from "@polylog/core";
import type { ConfigFile } from "../config/config-file.ts";
import { optionsOf } from "../config/config-schema.ts";
import type { ProjectState } from "../config/project-config.ts";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { IdlePrompts } from "../missions/idle-prompts.ts";
import { Scheduler } from "../missions/scheduler.ts";
import { Schedules } from "../missions/schedules.ts";
import type { SessionActor } from "../runs/session-actor.ts";
import { endingEvents } from "../runs/settle.ts";
import type {
  Adopted,
  AdoptSession,
  BudgetScope,
  DayUsage,
  Maintenance,
  Mission,
  NativeName,
  Rewound,
  Service,
  UsageOfDays,
} from "../service.ts";
import { blobFolder, copyBlobs } from "../store/blob-files.ts";
import type { AskRow, RunRow, SearchHit, SessionRow, StoredEvent } from "../store/store.ts";
import { dayUsage } from "./day-usage.ts";
import { bodiesUpTo } from "./fork.ts";
import { projectFolder } from "./inside-project.ts";
import { NativeSessions } from "./native-sessions.ts";
import { withOverride } from "./overrides.ts";
import { ProjectAccess } from "./project-access.ts";
import { readProjectFile } from "./project-file.ts";
import { restoreFiles } from "./rewind.ts";
import { runContext } from "./run-context.ts";
import type { SessionServiceOptions } from "./session-service.ts";
import { SessionService } from "./session-service.ts";
import { readTree } from "./tree.ts";

export interface ServiceOptions extends SessionServiceOptions {
  readonly config: ConfigFile;
  readonly maintenance: Maintenance;
  readonly version: string;
  readonly givenProjects?: readonly string[] | undefined;
  /** What was due could not be prompted. */
  readonly onFailure: (error: unknown) => void;
}

const MOST_ROWS = 1000;

/** Everything that the outside can ask for. */
export class PolylogService extends SessionService implements Service {
  readonly maintenance: Maintenance;
  private readonly all: ServiceOptions;
  readonly scheduler: Scheduler;
  private readonly scheduleBook: Schedules;
  private readonly natives: NativeSessions;
  private readonly access: ProjectAccess;

  constructor(options: ServiceOptions) {
    super(options);
    this.all = options;
    this.maintenance = options.maintenance;
    this.access = new ProjectAccess(options);
    this.scheduleBook = new Schedules({ ...options, tell: this.changed });
    this.scheduler = new Scheduler({
      ...options,
      ...{ actors: this.actors, missions: this.missionBook, schedules: this.scheduleBook },
      idlePrompts: new IdlePrompts({
        ...{ store: options.store, overrides: this.overrides, now: options.now },
        own: () => ownPrompts(options.config.config),
      }),
      prepare: (input) => this.prepare(input),
    });
    const agent = (agentId: string, projectRoot: string) => this.agentFor(agentId, projectRoot);
    this.natives = new NativeSessions({ ...options, agent });
  }

  async events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]> {
    await this.session(sessionId);
    return this.all.store.events(sessionId, after, Math.min(limit, limits.pageEvents));
  }

  /** A new session that begins with another one's past; what was at work there is ended here. */
  async fork(sessionId: string, seq: number | undefined): Promise<SessionRow> {
    const { store, newId, now } = this.all;
    const from = await this.session(sessionId);
    if (seq !== undefined && seq > from.head) {
      throw new PolylogError("bad_request", `seq: the session's last event is ${from.head}.`, { sessionId });
    }
    const bodies = await bodiesUpTo(store, sessionId, seq ?? from.head);
    const created = {
      sessionId: newId(),
      projectRoot: from.projectRoot,
      agentId: from.agentId ?? (await this.all.agents.defaultAgent(from.projectRoot)),
      createdTs: now(),
      forkedFrom: sessionId,
    };
    await copyBlobs(blobFolder(this.all.home), sessionId, created.sessionId);
    const actor = this.actors.begin(created);
    await actor.append({ bodies, created, refusable: true });
    for (const [runId] of actor.conversation.liveRuns) {
      const error = {
        code: "forked",
        message: "The run goes on in the session that this one was forked from.",
      };
      const ending = endingEvents(actor.conversation, runId, { outcome: "interrupted", error });
      if (ending.length > 0) await actor.append({ bodies: ending, refusable: true });
    }
    return this.session(created.sessionId);
  }

  nativeSessions(projectRoot: string, agentId: string | undefined): Promise<readonly NativeRow[]> {
    return this.natives.list(projectRoot, agentId);
  }

  async adopt({ projectRoot, agentId, nativeId }: AdoptSession): Promise<Adopted> {
    this.all.log.assertWritable();
    const { sessionId, isNew } = await this.natives.adopt(projectRoot, agentId, nativeId);
    return { session: await this.session(sessionId), isNew };
  }

  nativeNames(rows: readonly SessionRow[]): Promise<ReadonlyMap<string, NativeName>> {
    return this.natives.names(rows);
  }

  /** Cuts a session back. Its log begins a new epoch: whoever listened starts again. */
  async rewind(sessionId: string, to: { seq: number; files: boolean }): Promise<Rewound> {
    const { store, hub } = this.all;
    const { seq } = to;
    let files: RestoredFiles | null = null;
    const row = await this.session(sessionId);
    if (seq < 0 || seq > row.head) {
      throw new PolylogError("bad_request", `This session has events 1 to ${row.head}.`, { seq });
    }
    await this.actors.change(
      sessionId,
      ({ conversation }) => {
        if (conversation.liveRuns.size === 0) return;
        throw new PolylogError("session_busy", "A run is at work. Cancel it first.", { sessionId });
      },
      async () => {
        if (to.files) files = await restoreFiles({ store, hosts: this.hosts }, row, seq);
        await store.commit({ rewound: [{ sessionId, seq, rev: row.rev + 1 }] });
        hub.drop(sessionId, "The session was rewound.");
      },
    );
    this.all.watchers.gone(sessionId);
    const actor = await this.actors.of(sessionId);
    await this.keepWayBack(actor, files);
    return { session: await this.session(sessionId), files };
  }

  /** What the files were before they were brought back is a checkpoint like any other. */
  private async keepWayBack(actor: SessionActor, files: RestoredFiles | null): Promise<void> {
    if (files === null) return;
    const label = "Before the files were brought back";
    const saved = { type: "checkpoint_saved" as const, hash: files.before, label };
    await actor.append({ bodies: [saved], refusable: false });
  }

  runs(query: { projectRoot?: string | undefined; sessionId?: string | undefined }): Promise<RunRow[]> {
    return this.all.store.runs({ ...query, limit: MOST_ROWS });
  }

  async children(runId: string): Promise<RunRow[]> {
    await this.runRow(runId);
    return this.all.store.runs({ parentRunId: runId, limit: MOST_ROWS });
  }

  usage(query: UsageOfDays): Promise<readonly DayUsage[]> {
    return dayUsage(this.all.store, query);
  }

  async context(runId: string, view: "summary" | "raw"): Promise<unknown> {
    const { sessionId } = await this.runRow(runId);
    return runContext((await this.all.log.session(sessionId)).conversation, runId, view);
  }

  asks(): Promise<AskRow[]> {
    return this.all.store.asks({ state: "pending", limit: MOST_ROWS });
  }

  search(query: string): Promise<SearchHit[]> {
    return this.all.store.search(query, 50);
  }

  async agents({
    projectRoot,
    refresh,
  }: {
    projectRoot?: string | undefined;
    refresh?: boolean | undefined;
  }): Promise<readonly AgentInfo[]> {
    const root = projectRoot === undefined ? undefined : await projectFolder(projectRoot);
    return this.all.agents.list(root, refresh);
  }

  project(projectRoot: string, isOwner: boolean): Promise<string> {
    return this.access.open(projectRoot, isOwner);
  }

  tree(projectRoot: string, path: string): Promise<readonly TreeEntry[]> {
    return readTree(projectRoot, path, this.closedIn(projectRoot));
  }

  file(projectRoot: string, path: string): Promise<ProjectFile> {
    return readProjectFile(projectRoot, path, this.closedIn(projectRoot));
  }

  async changesSince(projectRoot: string, hash: string): Promise<FileChanges> {
    const told = await this.hosts.changes(await projectFolder(projectRoot), hash);
    if (told.ok) return { files: told.files, truncatedCount: told.truncatedCount };
    throw new PolylogError("checkpoint_unavailable", told.message, { hash, reason: told.code });
  }

  async settings(): Promise<unknown> {
    return this.all.config.shown();
  }

  async changeSettings(settings: unknown): Promise<unknown> {
    const changed = await this.all.config.change(settings, (next) => this.all.agents.assertFits(next));
    this.changed({ changed: "settings" });
    return changed;
  }

  mission(projectRoot: string): Promise<Mission | null> {
    return this.missionBook.current(projectRoot);
  }

  missions(projectRoot: string): Promise<readonly Mission[]> {
    return this.missionBook.of(projectRoot);
  }

  setMission(projectRoot: string, mission: MissionInput): Promise<Mission> {
    return this.missionBook.set(projectRoot, mission);
  }

  clearMission(projectRoot: string): Promise<void> {
    return this.missionBook.clear(projectRoot);
  }

  changeMission(projectRoot: string, change: MissionChange): Promise<Mission> {
    return this.missionBook.change(projectRoot, change);
  }

  schedules(projectRoot: string | undefined): Promise<readonly Schedule[]> {
    return this.scheduleBook.of(projectRoot);
  }

  addSchedule(projectRoot: string, schedule: ScheduleInput): Promise<Schedule> {
    return this.scheduleBook.add(projectRoot, schedule);
  }

  enableSchedule(scheduleId: string, enabled: boolean): Promise<Schedule> {
    return this.scheduleBook.enable(scheduleId, enabled);
  }

  permissionRules(): Promise<readonly PermissionRule[]> {
    return this.permissionBook.list();
  }

  removePermissionRule(ruleId: string): Promise<void> {
    return this.permissionBook.remove(ruleId);
  }

  removeSchedule(scheduleId: string): Promise<void> {
    return this.scheduleBook.remove(scheduleId);
  }

  async budget(scope: BudgetScope): Promise<BudgetState> {
    return this.budgets.of(await realScope(scope));
  }

  async setBudget(scope: BudgetScope, budget: Budget): Promise<BudgetState> {
    const real = await realScope(scope);
    if (real.scope === "session") await this.session(real.sessionId);
    await this.budgets.set(real, budget);
    const { scope: _, ...of } = real;
    this.changed({ changed: "budget", ...of });
    return this.budgets.of(real);
  }

  async override(projectRoot: string, agentId: string): Promise<AgentOverride | null> {
    return this.overrides.of(await projectFolder(projectRoot), agentId);
  }

  /** Sessions at work in the project go on with it; what cannot be changed in between is used at the next start. */
  async setOverride(projectRoot: string, agentId: string, override: AgentOverride): Promise<AgentOverride> {
    const root = await projectFolder(projectRoot);
    const found = await this.all.agents.find(agentId, root).catch((error: unknown) => {
      // One that cannot be used now may be set all the same.
      if (error instanceof PolylogError && error.code === "agent_unavailable") return null;
      throw error;
    });
    const old = await this.overrides.of(root, agentId);
    await this.overrides.set(root, agentId, override);
    this.changed({ changed: "override", projectRoot: root });
    if (found === null || override.enabled === false) return override;
    const { settings } = found;
    const before = withOverride(settings, old);
    const after = withOverride(settings, override);
    const mode = after.permissionMode ?? "ask";
    const change = {
      model: after.model === before.model ? undefined : after.model,
      mode: mode === (before.permissionMode ?? "ask") ? undefined : mode,
    };
    if (change.model === undefined && change.mode === undefined) return override;
    for (const actor of await this.actors.inProject(root)) await actor.change(agentId, change);
    return override;
  }

  async policy(projectRoot: string): Promise<AgentPolicy> {
    return this.talk.policies.of(await projectFolder(projectRoot));
  }

  async setPolicy(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy> {
    const root = await projectFolder(projectRoot);
    await this.talk.policies.set(root, policy);
    this.changed({ changed: "policy", projectRoot: root });
    return policy;
  }

  async trust(projectRoot: string | undefined): Promise<readonly ProjectState[]> {
    const { projects } = this.all;
    if (projectRoot === undefined) return projects.states();
    return [await projects.state(await projectFolder(projectRoot))];
  }

  async setTrust(projectRoot: string, trusted: boolean): Promise<ProjectState> {
    const root = await projectFolder(projectRoot);
    await this.all.projects.setTrust(root, trusted);
    this.changed({ changed: "trust", projectRoot: root });
    return this.all.projects.state(root);
  }

  health(): Health {
    const { log, config, version } = this.all;
    const reason = log.health;
    const warnings = config.problem === null ? {} : { warnings: [config.problem] };
    return reason === null ? { ok: true, version, ...warnings } : { ok: false, version, reason, ...warnings };
  }

  /** What is not shown of a project; one that lies in the home is one that was let in there. */
  private closedIn(projectRoot: string): readonly string[] {
    return isWithin(realpathSync(this.all.home), projectRoot) ? [] : [this.all.home];
  }

  private async runRow(runId: string): Promise<RunRow> {
    const row = await this.all.store.run(runId);
    if (row === null) throw new PolylogError("run_not_found", "There is no such run.", { runId });
    return row;
  }
}

async function realScope(scope: BudgetScope): Promise<BudgetScope> {
  return scope.scope === "session"
    ? scope
    : { ...scope, projectRoot: await projectFolder(scope.projectRoot) };
}

/** What the agents of the configuration are to be prompted with when they are idle. */
function ownPrompts({ agents = {} }: ConfigFile["config"]): ReadonlyMap<string, string> {
  const prompts = Object.entries(agents).flatMap(([id, agent]) => {
    const { idle_prompt } = optionsOf(agent);
    return typeof idle_prompt === "string" && idle_prompt !== "" ? [[id, idle_prompt] as const] : [];
  });
  return new Map(prompts);
}
