import type {
  Access,
  Actor,
  AgentInfo,
  AgentOverride,
  AgentPolicy,
  Budget,
  BudgetState,
  ChangesQuery,
  CreateSession,
  FileChanges,
  Health,
  Image,
  Leftover,
  MissionChange,
  MissionInput,
  NativeRow,
  PermissionAnswer,
  PermissionRule,
  PlanAnswer,
  ProjectFile,
  QuestionAnswer,
  QueueChange,
  QueueEntry,
  RestoredFiles,
  RewindPreview,
  RewindTo,
  ScheduleInput,
  SessionChange,
  Snapshot,
  TreeEntry,
} from "@polylog/core";
import type { ProjectState } from "./config/project-config.ts";
import type { StoredSchedule } from "./missions/schedules.ts";
import type { DescribedAsk } from "./service/described-asks.ts";
import type { RevokedDevice } from "./service/revoked-devices.ts";
import type { BackupPolicies, BackupPolicy } from "./store/backup-policies.ts";
import type {
  Page,
  RunRow,
  SearchHit,
  SessionQuery,
  SessionRow,
  StoredEvent,
  TellProgress,
  UsageRow,
} from "./store/store.ts";

/**
 * What the outside can ask of the server: one method per command or question. Routes and sockets only translate;
 * they decide nothing. Every method rejects with `PolylogError`.
 */
export interface Service {
  chat(input: ChatInput, by: Caller): Promise<ChatAnswer>;
  cancel(runId: string, by: Caller): Promise<void>;
  answerPermission(answer: PermissionAnswer, by: Caller): Promise<void>;
  answerQuestion(questionId: string, answers: readonly QuestionAnswer[], by: Caller): Promise<void>;
  answerPlan(answer: PlanAnswer, by: Caller): Promise<void>;

  createSession(input: CreateSession, by: Caller): Promise<SessionRow>;
  session(sessionId: string): Promise<SessionRow>;
  sessions(query: SessionQuery): Promise<Page<SessionRow>>;
  changeSession(sessionId: string, change: SessionChange, by: Caller): Promise<SessionRow>;
  deleteSession(sessionId: string, by: Caller): Promise<void>;
  fork(sessionId: string, seq: number | undefined, by: Caller): Promise<SessionRow>;
  /** Sessions that people had with the programs themselves in a project, the newest first. */
  nativeSessions(projectRoot: string, agentId: string | undefined): Promise<readonly NativeRow[]>;
  /** Takes one over, with its history; one that is here already is only named. */
  adopt(input: AdoptSession, by: Caller): Promise<Adopted>;
  /** What the programs call these sessions, by session. */
  nativeNames(rows: readonly SessionRow[]): Promise<ReadonlyMap<string, NativeName>>;
  /** Takes the conversation, the files, or both back to an event. */
  rewind(sessionId: string, to: RewindTo, by: Caller): Promise<Rewound>;
  /** The files that a rewind to an event would change, and who else changed them since. */
  rewindPreview(sessionId: string, seq: number): Promise<RewindPreview>;

  events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]>;
  snapshot(sessionId: string): Promise<SessionSnapshot>;
  /** The whole of an output of which the log holds the beginning. */
  blob(sessionId: string, blobId: string): Promise<string>;
  queue(sessionId: string): Promise<readonly QueueEntry[]>;
  changeQueueItem(sessionId: string, itemId: string, change: QueueChange, by: Caller): Promise<void>;
  /** Without an agent: every paused queue of the session. */
  resumeQueue(sessionId: string, agentId?: string): Promise<void>;
  removeQueueItem(sessionId: string, itemId: string | undefined, by: Caller): Promise<void>;

  runs(query: { projectRoot?: string | undefined; sessionId?: string | undefined }): Promise<RunRow[]>;
  children(runId: string): Promise<RunRow[]>;
  /** By day, project, agent and model; subagents' apart. */
  usage(query: UsageOfDays): Promise<readonly DayUsage[]>;
  context(runId: string, view: "summary" | "raw"): Promise<unknown>;
  asks(): Promise<DescribedAsk[]>;
  search(query: string): Promise<SearchHit[]>;
  /** Those of a project too, where one is given. To refresh is to look at the machine again. */
  agents(query: {
    projectRoot?: string | undefined;
    refresh?: boolean | undefined;
  }): Promise<readonly AgentInfo[]>;
  /** The real path of a folder that the caller may name as a project; the owner may name nearly any. */
  project(projectRoot: string, isOwner: boolean): Promise<string>;
  tree(projectRoot: string, path: string): Promise<readonly TreeEntry[]>;
  file(projectRoot: string, path: string): Promise<ProjectFile>;
  /** What changed since a checkpoint, whoever changed it. */
  changesSince(query: ChangesQuery): Promise<FileChanges>;

  settings(): Promise<unknown>;
  changeSettings(settings: object): Promise<unknown>;
  mission(projectRoot: string): Promise<Mission | null>;
  missions(projectRoot: string): Promise<readonly Mission[]>;
  setMission(projectRoot: string, mission: MissionInput, by: Caller): Promise<Mission>;
  clearMission(projectRoot: string): Promise<void>;
  changeMission(projectRoot: string, change: MissionChange, by: Caller): Promise<Mission>;
  schedules(projectRoot: string | undefined): Promise<readonly StoredSchedule[]>;
  addSchedule(projectRoot: string, schedule: ScheduleInput, by: Caller): Promise<StoredSchedule>;
  enableSchedule(scheduleId: string, enabled: boolean, by: Caller): Promise<StoredSchedule>;
  removeSchedule(scheduleId: string): Promise<void>;
  budget(scope: BudgetScope): Promise<BudgetState>;
  setBudget(scope: BudgetScope, budget: Budget): Promise<BudgetState>;
  override(projectRoot: string, agentId: string): Promise<AgentOverride | null>;
  setOverride(
    projectRoot: string,
    agentId: string,
    override: AgentOverride,
    by: Caller,
  ): Promise<AgentOverride>;

  /** Pauses what a device left behind that was just revoked. */
  deviceRevoked(device: RevokedDevice): Promise<void>;
  /** Schedules, missions, idle prompts and queued messages of revoked devices. All of them are paused. */
  leftovers(): Promise<readonly Leftover[]>;

  /** What lasting answers made; the newest first. */
  permissionRules(): Promise<readonly PermissionRule[]>;
  removePermissionRule(ruleId: string): Promise<void>;

  /** Which agents of a project may write to which others. */
  policy(projectRoot: string): Promise<AgentPolicy>;
  setPolicy(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy>;

  /** Folders that are trusted, or in which something waits for it; or only the one that is named. */
  trust(projectRoot: string | undefined): Promise<readonly ProjectState[]>;
  setTrust(projectRoot: string, trusted: boolean, digest?: string): Promise<ProjectState>;

  /** Work on the log as a whole. */
  readonly maintenance: Maintenance;
  health(): Health;
}

/** Files are on the server's machine, by their absolute paths. */
export interface Maintenance {
  backup(file: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** What of a backup's policy differs from the server's own; none of it comes back unless it is selected. */
  previewRestore(file: string): Promise<BackupPolicies>;
  /**
   * Puts a backup in the log's place once this is answered: everything that is open ends, and can be opened again. Of
   * the backup's policy only what is selected comes back.
   */
  restore(file: string, selected?: readonly string[]): Promise<RestoreAnswer>;
  importSession(
    file: string,
    projectRoot: string,
  ): Promise<{ readonly sessionId: string; readonly events: number }>;
  /** Names the sessions that are damaged. */
  verify(tell: TellProgress): Promise<{ readonly damaged: readonly string[] }>;
}

export interface RestoreAnswer {
  readonly sessions: number;
  readonly events: number;
  /** Sessions that were damaged in the backup already. */
  readonly damaged: readonly string[];
  readonly policies: readonly (BackupPolicy & { readonly restored: boolean })[];
  /** How many more policies the backup has that could not be selected. */
  readonly omitted: number;
}

export interface Rewound {
  readonly session: SessionRow;
  /** Null where nothing was to be brought back. */
  readonly files: RestoredFiles | null;
}

/** A folded conversation, and where its log stood then. */
export interface SessionSnapshot {
  readonly snapshot: Snapshot;
  readonly rev: number;
  readonly seq: number;
}

export interface UsageOfDays {
  readonly from: number;
  readonly to: number;
  readonly projectRoot?: string | undefined;
  /** The IANA name of the zone whose days are meant. */
  readonly timeZone: string;
}

export interface DayUsage extends Omit<UsageRow, "slotTs"> {
  /** As 2026-12-24; the day on which the runs began. */
  readonly day: string;
}

/** Who calls: a person, known by their device and its role. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly role: Access;
}

export interface ChatInput {
  readonly projectRoot: string;
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly text: string;
  readonly images?: readonly Image[] | undefined;
  readonly clientMessageId?: string | undefined;
  /**
   * If the agent is busy: `steer` puts the message into its run, `queue` waits for the next run. `auto`, the default, steers
   * where the agent can be steered and queues otherwise.
   */
  readonly delivery?: "auto" | "queue" | "steer" | undefined;
  /** The run at work that it is for, an agent's or a subagent's: it goes there at once or not at all. */
  readonly toRunId?: string | undefined;
}

export interface ChatAnswer {
  readonly session_id: string;
  readonly run_id?: string;
  readonly queued: boolean;
  readonly position?: number;
  /** The log's head when the message was taken. */
  readonly seq: number;
}

export interface AdoptSession {
  readonly projectRoot: string;
  readonly agentId: string;
  readonly nativeId: string;
}

export interface Adopted {
  readonly session: SessionRow;
  /** False where it was here already. */
  readonly isNew: boolean;
}

/** A session by the name that the agent's program has for it. */
export interface NativeName {
  readonly nativeId: string;
  /** What goes on with it in the program itself; null where that is not known. */
  readonly command: string | null;
}

export interface Mission extends MissionInput {
  readonly missionId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly endedTs: number | null;
  readonly endReason: "cleared" | "replaced" | "finalized" | null;
  /** Who set it, or resumed it last. */
  readonly by?: Actor | undefined;
  /** Why nobody is prompted for now; it can be gone on with. */
  readonly paused: MissionPause | null;
  /** Only what happened since then decides about a pause. */
  readonly goesOnSince: number;
  readonly triggers: number;
  /** When each agent was last prompted, and the session that it works in. */
  readonly agents: Readonly<Record<string, { readonly lastTs: number; readonly sessionId: string }>>;
  /** It was said that most of the budget is used. */
  readonly warned: boolean;
}

export interface MissionPause {
  readonly reason: "person" | "budget" | "triggers" | "failures" | "cancelled" | "device_revoked";
  readonly message: string;
}

/** What a budget is for: one session, or all that a project spends in a day. */
export type BudgetScope =
  | { readonly scope: "session"; readonly sessionId: string }
  | { readonly scope: "day"; readonly projectRoot: string };
