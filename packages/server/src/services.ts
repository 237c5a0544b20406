import type { Actor, EventBody, Health, StateChange } from "@polylog/core";
import type { LogMaintenance } from "./admin/maintenance.ts";
import { ProjectTrust } from "./admin/project-trust.ts";
import { RevokedDeviceWork } from "./admin/revoked-device-work.ts";
import { Settings } from "./admin/settings.ts";
import type { AgentDirectory } from "./agents/agent-directory.ts";
import { Agents } from "./agents/agents.ts";
import { configuredModes } from "./agents/configured-mode.ts";
import { Overrides } from "./agents/overrides.ts";
import { Asks } from "./asks/asks.ts";
import { Budgets } from "./budgets/budgets.ts";
import { Usage } from "./budgets/usage.ts";
import type { ConfigFile } from "./config/config-file.ts";
import type { ProjectConfigs } from "./config/project-config.ts";
import type { RevokedDevices } from "./devices/revoked-devices.ts";
import { Exchanges } from "./exchange/exchanges.ts";
import { Policies } from "./exchange/policies.ts";
import type { Hub } from "./hub/hub.ts";
import type { Blobs } from "./log/blobs.ts";
import type { LiveSession } from "./log/live-session.ts";
import type { Log } from "./log/log.ts";
import type { Watchers } from "./log/watchers.ts";
import { IdlePrompts } from "./missions/idle-prompts.ts";
import { Missions } from "./missions/missions.ts";
import { Scheduler } from "./missions/scheduler.ts";
import { Schedules } from "./missions/schedules.ts";
import { PermissionRules } from "./permissions/permission-rules.ts";
import { Permissions } from "./permissions/permissions.ts";
import { SessionModes } from "./permissions/session-modes.ts";
import { allTools } from "./polylog-tools/all-tools.ts";
import { ToolAsks } from "./polylog-tools/ask-user.ts";
import { PolylogTools } from "./polylog-tools/polylog-tools.ts";
import { ToolAddresses } from "./polylog-tools/tool-addresses.ts";
import { Queues } from "./queue/queues.ts";
import { BackendHosts } from "./runs/backend-host.ts";
import { ProjectRuns } from "./runs/changes/project-runs.ts";
import { ProgramSlots } from "./runs/program/program-slots.ts";
import { Runs } from "./runs/runs.ts";
import { Messages } from "./sessions/messages.ts";
import { NativeSessions } from "./sessions/native-sessions.ts";
import { Recovery } from "./sessions/recovery/recovery.ts";
import type { SessionActor } from "./sessions/session-actor.ts";
import { SessionActors } from "./sessions/session-actors.ts";
import { Sessions } from "./sessions/sessions.ts";
import type { EventStore } from "./store/store.ts";
import { ProjectAccess } from "./workspace/project-access.ts";
import { Workspace } from "./workspace/workspace.ts";

export interface ServicesOptions {
  readonly store: EventStore;
  readonly log: Log;
  readonly hub: Hub;
  readonly blobs: Blobs;
  readonly watchers: Watchers;
  readonly newId: () => string;
  readonly now: () => number;
  readonly directory: Pick<AgentDirectory, "list" | "defaultAgent" | "find" | "assertFits">;
  readonly projects: ProjectConfigs;
  readonly revoked: RevokedDevices;
  readonly config: ConfigFile;
  readonly maintenance: LogMaintenance;
  readonly version: string;
  /** The server's home folder, which also contains the files outside the log. */
  readonly home: string;
  /** Folders inside the home that are allowed as projects. */
  readonly givenProjects?: readonly string[] | undefined;
  /** How long an agent's program may be idle; null for no limit. */
  readonly idleMs: () => number | null;
  /** A due prompt could not be sent. */
  readonly onFailure: (error: unknown) => void;
  /** Background work in a session failed. */
  readonly onTrouble: (sessionId: string, error: unknown) => void;
}

/** The parts of the server, by topic. Routes call them directly; every method rejects with `PolylogError`. */
export type Services = ReturnType<typeof createServices>;

export function createServices(options: ServicesOptions) {
  const { store, log, hub, blobs, watchers, newId, now, directory, projects, revoked, config, home } =
    options;
  const { maintenance } = options;
  const publishChange = (change: StateChange) => hub.publishChange(change);
  const settings = () => config.config;
  const base = { store, log, hub, blobs, watchers, newId, now, home, publishChange, settings };
  const overrides = new Overrides(store);
  const configured = configuredModes(directory, store);
  const hosts = new BackendHosts(home, projects);

  const agents = new Agents({
    ...{ directory, overrides, publishChange },
    changeRunning: async (projectRoot, agentId, change, by) => {
      for (const actor of await actors.inProject(projectRoot)) await actor.change(agentId, change, by);
    },
  });
  const missions = new Missions({ ...base, revoked, agents });
  const schedules = new Schedules({ ...base, revoked, agents });
  const budgets = new Budgets({ ...base, missions, actors: () => actors });
  const modes = new SessionModes({
    ...{ store, configured },
    session: async (sessionId) => (await actors.of(sessionId)).session,
  });
  const permissionRules = new PermissionRules(store, newId);
  const permissions = new Permissions({ rules: permissionRules, now, modes, context: { projects, store } });
  const toolAddresses = new ToolAddresses();
  const toolAsks = new ToolAsks(watchers, newId);
  const projectRuns = new ProjectRuns(hosts.checkpoints);
  const decisions = {
    onAsk: (actor: SessionActor, body: EventBody) =>
      void permissions
        .answerByRule(actor.session, body, (...given) => actor.answer(...given))
        .catch(() => undefined),
    assertBudget: (session: LiveSession) => budgets.assert(session),
    pauseOf: (by: Actor | undefined) => revoked.pauseOf(by),
  };
  const actors: SessionActors = new SessionActors({
    ...{ store, log, blobs, newId, now, agents, modes, projectRuns, ...decisions },
    host: (session, backend) => hosts.of(session, backend),
    tools: (user) => tools.open(user),
    isToolAsk: (askId) => toolAsks.has(askId),
    slots: new ProgramSlots(),
    idleMs: options.idleMs,
    onTrouble: options.onTrouble,
  });
  const policies = new Policies(store, publishChange);
  const exchanges = new Exchanges({ ...base, actors, modes, policies });
  const tools = new PolylogTools(
    allTools({ ...{ store, agents, actors, policies, exchanges }, asks: toolAsks }),
    toolAddresses,
  );

  const exchangeTarget = (runId: string) => exchanges.targetOf(runId);

  return {
    sessions: new Sessions({
      ...{ ...base, agents, actors, modes, permissionRules, hosts },
      onModeChange: (sessionId) => exchanges.senderChanged(sessionId),
    }),
    messages: new Messages({ store, log, actors, agents, exchangeTarget }),
    nativeSessions: new NativeSessions({ ...base, agents, configured }),
    runs: new Runs({
      ...{ store, log, exchangeTarget },
      stop: async (runId, { sessionId, agentId }) => (await actors.of(sessionId)).runs.stop(runId, agentId),
    }),
    asks: new Asks({ store, log, actors, modes, permissions }),
    queues: new Queues({ log, revoked, queue: async (sessionId) => (await actors.of(sessionId)).queue }),
    permissionRules,
    agents,
    policies,
    exchanges,
    missions,
    schedules,
    scheduler: new Scheduler({
      ...{ store, actors, agents, missions, schedules, now, onFailure: options.onFailure },
      idlePrompts: new IdlePrompts({ ...base, overrides, revoked }),
    }),
    budgets,
    usage: new Usage(store),
    workspace: new Workspace({ home, checkpoints: hosts.checkpoints }),
    projectAccess: new ProjectAccess({ home, store, projects, givenProjects: options.givenProjects }),
    projectTrust: new ProjectTrust(projects, publishChange),
    settings: new Settings({ config, directory, publishChange }),
    revokedDeviceWork: new RevokedDeviceWork({
      revoked,
      overrides,
      actors,
      missions,
      schedules,
      publishChange,
    }),
    maintenance,
    actors,
    recovery: new Recovery({ store, actors, projectRuns, ...decisions }),
    toolAddresses,
    health: (): Health => {
      const reason = log.health;
      const { version } = options;
      const warnings = config.problem === null ? {} : { warnings: [config.problem] };
      return reason === null
        ? { ok: true, version, ...warnings }
        : { ok: false, version, reason, ...warnings };
    },
  };
}
