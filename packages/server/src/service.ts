import type { ChangedFile, Image, PermissionMode, QuestionAnswer, Snapshot } from "@polylog/core";
import type { AgentInfo } from "./config/agents.ts";
import type { ProjectState } from "./config/project-config.ts";
import type { AgentPolicy } from "./exchange/policies.ts";
import type {
  AskRow,
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
  answerPermission(requestId: string, optionId: string, note: string | undefined, by: Caller): Promise<void>;
  answerQuestion(questionId: string, answers: readonly QuestionAnswer[], by: Caller): Promise<void>;
  answerPlan(
    planId: string,
    decision: "approve" | "reject" | "edit",
    plan: string | undefined,
    by: Caller,
  ): Promise<void>;

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
  /** Cuts a session back to an event, and with `files` its project to how it was then. */
  rewind(sessionId: string, to: { seq: number; files: boolean }, by: Caller): Promise<Rewound>;

  events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]>;
  snapshot(sessionId: string): Promise<SessionSnapshot>;
  /** The whole of an output of which the log holds the beginning. */
  blob(sessionId: string, blobId: string): Promise<string>;
  queue(sessionId: string): Promise<readonly QueueEntry[]>;
  changeQueueItem(sessionId: string, itemId: string, change: QueueChange, by: Caller): Promise<void>;
  removeQueueItem(sessionId: string, itemId: string | undefined, by: Caller): Promise<void>;

  runs(query: { projectRoot?: string | undefined; sessionId?: string | undefined }): Promise<RunRow[]>;
  children(runId: string): Promise<RunRow[]>;
  /** By day, project, agent and model; subagents' apart. */
  usage(query: UsageOfDays): Promise<readonly DayUsage[]>;
  context(runId: string, view: "summary" | "raw"): Promise<unknown>;
  asks(): Promise<AskRow[]>;
  search(query: string): Promise<SearchHit[]>;
  /** Those of a project too, where one is given. To refresh is to look at the machine again. */
  agents(query: {
    projectRoot?: string | undefined;
    refresh?: boolean | undefined;
  }): Promise<readonly AgentInfo[]>;
  tree(projectRoot: string, path: string): Promise<readonly TreeEntry[]>;
  file(projectRoot: string, path: string): Promise<ProjectFile>;
  /** What differs from a checkpoint, whoever changed it. */
  changesSince(projectRoot: string, hash: string): Promise<FileChanges>;

  settings(): Promise<unknown>;
  changeSettings(settings: unknown): Promise<unknown>;
  mission(projectRoot: string): Promise<Mission | null>;
  missions(projectRoot: string): Promise<readonly Mission[]>;
  setMission(projectRoot: string, mission: MissionInput): Promise<Mission>;
  clearMission(projectRoot: string): Promise<void>;
  changeMission(projectRoot: string, change: MissionChange): Promise<Mission>;
  schedules(projectRoot: string | undefined): Promise<readonly Schedule[]>;
  addSchedule(projectRoot: string, schedule: ScheduleInput): Promise<Schedule>;
  enableSchedule(scheduleId: string, enabled: boolean): Promise<Schedule>;
  removeSchedule(scheduleId: string): Promise<void>;
  budget(scope: BudgetScope): Promise<BudgetState>;
  setBudget(scope: BudgetScope, budget: Budget): Promise<BudgetState>;
  override(projectRoot: string, agentId: string): Promise<AgentOverride | null>;
  setOverride(projectRoot: string, agentId: string, override: AgentOverride): Promise<AgentOverride>;

  /** Which agents of a project may write to which others. */
  policy(projectRoot: string): Promise<AgentPolicy>;
  setPolicy(projectRoot: string, policy: AgentPolicy): Promise<AgentPolicy>;

  /** Folders that are trusted, or in which something waits for it; or only the one that is named. */
  trust(projectRoot: string | undefined): Promise<readonly ProjectState[]>;
  setTrust(projectRoot: string, trusted: boolean): Promise<ProjectState>;

  /** Work on the log as a whole. */
  readonly maintenance: Maintenance;
  health(): Health;
}

/** Files are on the server's machine, by their absolute paths. */
export interface Maintenance {
  backup(file: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** Puts a backup in the log's place once this is answered: everything that is open ends, and can be opened again. */
  restore(file: string): Promise<RestoreAnswer>;
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
}

export interface Rewound {
  readonly session: SessionRow;
  /** Null where nothing was to be brought back. */
  readonly files: RestoredFiles | null;
}

export interface RestoredFiles {
  /** The checkpoint that the files are now as in, and one of how they were before, so that this can be undone. */
  readonly hash: string;
  readonly before: string;
  /** Files that were brought back, and files made since that were removed. */
  readonly restored: number;
  readonly removed: number;
  /** Files that were left as they are, because what they hold now could not be brought back again. */
  readonly kept: readonly string[];
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

/** Who calls: a person at a screen, known by the device's name. */
export interface Caller {
  readonly id: string;
  readonly name: string;
}

export interface ChatInput {
  readonly projectRoot: string;
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly text: string;
  readonly images?: readonly Image[] | undefined;
  readonly clientMessageId?: string | undefined;
  /** What happens if the agent is busy: wait for the next run, or go into the one that works. */
  readonly delivery?: "queue" | "steer" | undefined;
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

export interface CreateSession {
  readonly projectRoot: string;
  readonly agentId?: string | undefined;
  readonly title?: string | undefined;
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

export interface NativeRow extends NativeName {
  readonly agentId: string;
  readonly title: string;
  readonly updatedTs: number;
  /** The session that it is here; null where it is none. */
  readonly sessionId: string | null;
}

export interface SessionChange {
  readonly title?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly modeId?: string | undefined;
  readonly modelId?: string | undefined;
}

export interface QueueEntry {
  readonly itemId: string;
  readonly agentId: string;
  readonly text: string;
  readonly clientMessageId: string | null;
  readonly addedTs: number;
}

export interface QueueChange {
  readonly text?: string | undefined;
  /** Its new place, from 0. */
  readonly position?: number | undefined;
  /** Send it at once: into the run that works, or in place of it. */
  readonly send?: "steer" | "interrupt" | undefined;
}

export interface TreeEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number | null;
}

/** What may be spent; what is not given is not bounded. */
export interface Budget {
  readonly costUsd?: number | undefined;
  readonly tokens?: number | undefined;
}

export interface ProjectFile {
  readonly path: string;
  readonly size: number;
  /** Null where it is no text. */
  readonly text: string | null;
  /** Only its beginning is here. */
  readonly truncated: boolean;
}

export interface FileChanges {
  readonly files: readonly ChangedFile[];
  /** Files that changed too and are not told one by one. */
  readonly truncatedCount: number;
}

export interface MissionInput {
  readonly text: string;
  readonly agentId?: string | undefined;
  /** The agents that take part; without any the one above, or the project's default one. */
  readonly agentIds?: readonly string[] | undefined;
  readonly intervalSeconds?: number | undefined;
  readonly maxTriggers?: number | undefined;
  readonly budget?: Budget | undefined;
}

export interface Mission extends MissionInput {
  readonly missionId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly endedTs: number | null;
  readonly endReason: "cleared" | "replaced" | "finalized" | null;
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
  readonly reason: "person" | "budget" | "triggers" | "failures" | "cancelled";
  readonly message: string;
}

/** A change to a mission while it goes on. */
export interface MissionChange {
  readonly paused?: boolean | undefined;
  readonly budget?: Budget | null | undefined;
  readonly maxTriggers?: number | undefined;
}

export interface ScheduleInput {
  readonly text: string;
  /** Minute, hour, day of the month, month, day of the week. */
  readonly pattern: string;
  /** An IANA zone; without one, the server's own. */
  readonly timeZone?: string | undefined;
  readonly agentId?: string | undefined;
  /** Each time a new session, or always the same. */
  readonly session?: "new" | "same" | undefined;
}

export interface Schedule extends ScheduleInput {
  readonly scheduleId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly enabled: boolean;
  /** Null: the pattern names no time any more. */
  readonly nextTs: number | null;
  readonly lastTs: number | null;
  /** Times that were left out because the one before was still at work. */
  readonly skipped: number;
  readonly sessionId: string | null;
}

/** A budget, and what is used of it. */
export interface BudgetState extends Budget {
  readonly usedUsd: number;
  readonly usedTokens: number;
  /** False where the price of something is not known. */
  readonly costComplete: boolean;
}

/** What a budget is for: one session, or all that a project spends in a day. */
export type BudgetScope =
  | { readonly scope: "session"; readonly sessionId: string }
  | { readonly scope: "day"; readonly projectRoot: string };

export interface AgentOverride {
  readonly model?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly instructions?: string | undefined;
  readonly idlePrompt?: string | undefined;
  /** False: the agent takes nothing in this project. */
  readonly enabled?: boolean | undefined;
}

export interface Health {
  readonly ok: boolean;
  readonly version: string;
  /** Why it is not well: a sentence for a person. */
  readonly reason?: string;
  /** What somebody should look at although it works. */
  readonly warnings?: readonly string[];
}
