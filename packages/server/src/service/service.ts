import { realpathSync } from "node:fs";
import { isWithin } from "@polylog/backends/project";
import type {
  AgentInfo,
  AgentOverride,
  AgentPolicy,
  Budget,
  BudgetState,
  ChangesQuery,
  FileChanges,
  Health,
  Leftover,
  MissionChange,
  MissionInput,
  NativeRow,
  PermissionRule,
  ProjectFile,
  RewindPreview,
  RewindTo,
  ScheduleInput,
  TreeEntry,
} from "@polylog/core";
import { DEFAULT_MODEL } from "@polylog/core";
import { limits as checkpointLimits } from "../checkpoint/limits.ts";
import type { ConfigFile } from "../config/config-file.ts";
import { optionsOf } from "../config/config-schema.ts";
import type { ProjectState } from "../config/project-config.ts";
import { PolylogError } from "../errors.ts";
import { IdlePrompts } from "../missions/idle-prompts.ts";
import { Scheduler } from "../missions/scheduler.ts";
import { Schedules, type StoredSchedule } from "../missions/schedules.ts";
import { configuredModes } from "../modes/configured-mode.ts";
import type {
  Adopted,
  AdoptSession,
  BudgetScope,
  Caller,
  DayUsage,
  Maintenance,
  Mission,
  NativeName,
  Rewound,
  Service,
  UsageOfDays,
} from "../service.ts";
import type { RunRow, SearchHit, SessionRow, StoredEvent } from "../store/store.ts";
import { dayUsage } from "./day-usage.ts";
import { type DescribedAsk, describeAsks } from "./described-asks.ts";
import { DeviceLeftovers } from "./device-leftovers.ts";
import { forkSession } from "./fork.ts";
import { projectFolder } from "./inside-project.ts";
import { NativeSessions } from "./native-sessions.ts";
import { withOverride } from "./overrides.ts";
import { person } from "./person.ts";
import { ProjectAccess } from "./project-access.ts";
import { readProjectFile } from "./project-file.ts";
import type { RevokedDevice } from "./revoked-devices.ts";
import { rewindSession } from "./rewind.ts";
import { previewRewind } from "./rewind-files.ts";
import { runContext, sessionOfRun } from "./run-context.ts";
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
  private readonly left: DeviceLeftovers;

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
        ...{ store: options.store, overrides: this.overrides, now: options.now, revoked: this.revoked },
        own: () => ownPrompts(options.config.config),
      }),
      prepare: (input) => this.prepare(input),
    });
    this.left = new DeviceLeftovers({
      ...{ revoked: this.revoked, overrides: this.overrides, actors: this.actors },
      ...{ missions: this.missionBook, schedules: this.scheduleBook, tell: this.changed },
    });
    const agent = (agentId: string, projectRoot: string) => this.agentFor(agentId, projectRoot);
    const configured = configuredModes(options.agents, options.store);
    this.natives = new NativeSessions({ ...options, agent, configured });
  }

  async events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]> {
    await this.session(sessionId);
    return this.all.store.events(sessionId, after, limit);
  }

  async fork(sessionId: string, seq: number | undefined): Promise<SessionRow> {
    this.all.log.assertWritable();
    const { actors, modes } = this;
    const from = await this.session(sessionId);
    return this.session(await forkSession({ ...this.all, actors, modes }, from, seq));
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

  async rewindPreview(sessionId: string, seq: number): Promise<RewindPreview> {
    const { checkpoints } = this.hosts;
    return previewRewind({ store: this.all.store, checkpoints }, await this.session(sessionId), seq);
  }

  async rewind(sessionId: string, to: RewindTo, by: Caller): Promise<Rewound> {
    const { actors, modes, hosts } = this;
    const row = await this.session(sessionId);
    const files = await rewindSession({ ...this.all, actors, modes, hosts }, row, to, person(by));
    return { session: await this.session(sessionId), files };
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
    return runContext(await sessionOfRun(this.all.log, sessionId, runId), runId, view);
  }

  async asks(): Promise<DescribedAsk[]> {
    const { store, log } = this.all;
    return describeAsks(await store.asks({ state: "pending", limit: MOST_ROWS }), { store, log });
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

  async changesSince({ projectRoot, checkpoint: hash, to, offset = 0 }: ChangesQuery): Promise<FileChanges> {
    const which = { to, offset, most: checkpointLimits.pageFiles };
    const told = await this.hosts.checkpoints.changes(await projectFolder(projectRoot), hash, which);
    if (told.ok) return told;
    throw new PolylogError("checkpoint_unavailable", told.message, { hash, reason: told.code });
  }

  async settings(): Promise<unknown> {
    return this.all.config.shown();
  }

  async changeSettings(settings: object): Promise<unknown> {
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

  async setMission(projectRoot: string, mission: MissionInput, by: Caller): Promise<Mission> {
    await this.assertKnown(projectRoot, [...(mission.agentIds ?? []), mission.agentId]);
    return this.missionBook.set(projectRoot, mission, person(by));
  }

  clearMission(projectRoot: string): Promise<void> {
    return this.missionBook.clear(projectRoot);
  }

  changeMission(projectRoot: string, change: MissionChange, by: Caller): Promise<Mission> {
    return this.missionBook.change(projectRoot, change, person(by));
  }

  schedules(projectRoot: string | undefined): Promise<readonly StoredSchedule[]> {
    return this.scheduleBook.of(projectRoot);
  }

  async addSchedule(projectRoot: string, schedule: ScheduleInput, by: Caller): Promise<StoredSchedule> {
    await this.assertKnown(projectRoot, [schedule.agentId]);
    return this.scheduleBook.add(projectRoot, schedule, person(by));
  }

  enableSchedule(scheduleId: string, enabled: boolean, by: Caller): Promise<StoredSchedule> {
    return this.scheduleBook.enable(scheduleId, enabled, person(by));
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
  async setOverride(
    projectRoot: string,
    agentId: string,
    override: AgentOverride,
    caller: Caller,
  ): Promise<AgentOverride> {
    const by = person(caller);
    const root = await projectFolder(projectRoot);
    const found = await this.findKnown(agentId, root);
    const old = await this.overrides.of(root, agentId);
    await this.overrides.set(root, agentId, override, by);
    this.changed({ changed: "override", projectRoot: root });
    if (found === null || override.enabled === false) return override;
    const { settings } = found;
    const before = withOverride(settings, old);
    const after = withOverride(settings, override);
    const mode = after.permissionMode ?? "ask";
    const change = {
      model: after.model === before.model ? undefined : (after.model ?? DEFAULT_MODEL),
      mode: mode === (before.permissionMode ?? "ask") ? undefined : mode,
    };
    if (change.model === undefined && change.mode === undefined) return override;
    for (const actor of await this.actors.inProject(root)) await actor.change(agentId, change, by);
    return override;
  }

  async deviceRevoked(device: RevokedDevice): Promise<void> {
    this.revoked.add(device);
    await this.left.show();
  }

  leftovers(): Promise<readonly Leftover[]> {
    return this.left.list();
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

  async setTrust(projectRoot: string, trusted: boolean, digest?: string): Promise<ProjectState> {
    const root = await projectFolder(projectRoot);
    await this.all.projects.setTrust(root, trusted, digest);
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

  /** Null for an agent that cannot be used now; rejects with `agent_not_found` for one that nobody knows. */
  private findKnown(agentId: string, projectRoot: string) {
    return this.all.agents.find(agentId, projectRoot).catch((error: unknown) => {
      if (error instanceof PolylogError && error.code === "agent_unavailable") return null;
      throw error;
    });
  }

  private async assertKnown(projectRoot: string, agentIds: readonly (string | undefined)[]): Promise<void> {
    const root = await projectFolder(projectRoot);
    for (const agentId of agentIds) if (agentId !== undefined) await this.findKnown(agentId, root);
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
