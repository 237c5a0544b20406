import type {
  Access,
  AskDescription,
  Image,
  Outcome,
  PermissionOffer,
  PolylogEvent,
  RestoredFiles,
  Role,
} from "@polylog/core";

export type {
  AgentInfo,
  AgentOverride,
  ChangesQuery,
  CreateSession,
  FileChanges,
  Health,
  Leftover,
  NativeRow,
  PermissionOffer,
  PermissionRule,
  ProjectFile,
  QueueChange,
  QueueEntry,
  RestoredFiles,
  RewindFile,
  RewindPreview,
  RewindTo,
  Role,
  SessionChange,
  SessionName,
  TreeEntry,
} from "@polylog/core";

/** What the server answers, in the names of this side. */

export type SessionStatus = "working" | "waiting_for_you" | "queued" | "idle" | "interrupted" | "failed";

/** A session as a list shows it. */
export interface SessionRow {
  readonly sessionId: string;
  readonly projectRoot: string;
  readonly title: string | null;
  readonly status: SessionStatus;
  readonly agentId: string | null;
  readonly model: string | null;
  readonly queued: number;
  readonly pendingAsks: number;
  readonly costUsd: number;
  /** False where the price of some calls is not known. */
  readonly costComplete: boolean;
  readonly createdTs: number;
  readonly updatedTs: number;
  readonly forkedFrom: string | null;
  readonly archived: boolean;
  readonly rev: number;
  /** The seq of its last event. */
  readonly seq: number;
  /** Where `native` was asked for. */
  readonly nativeId?: string | null;
  readonly nativeCommand?: string | null;
}

/** A session that was cut back, and what was done to its project's files; null where nothing was. */
export interface RewoundSession extends SessionRow {
  readonly files: RestoredFiles | null;
}

export interface SessionQuery {
  readonly q?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly projectRoot?: string | undefined;
  readonly archived?: boolean | undefined;
  /** With what the agents' programs call them. */
  readonly native?: boolean | undefined;
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  /** Null on the last page. */
  readonly next: string | null;
}

export interface LogPage {
  readonly events: readonly PolylogEvent[];
  /** Null at the end of the log. */
  readonly next: string | null;
}

export interface ChatMessage {
  readonly projectRoot: string;
  /** Absent: a new session. */
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly text: string;
  readonly images?: readonly Image[] | undefined;
  /** Made where it is not given. Give it to send again a message that failed: it will not be there twice. */
  readonly clientMessageId?: string | undefined;
  /**
   * If the agent is busy: `steer` puts the message into its run, `queue` waits for the next run. `auto`, the default, steers
   * where the agent can be steered and queues otherwise.
   */
  readonly delivery?: "auto" | "queue" | "steer" | undefined;
  /** The run at work that it is for, the agent's own or a subagent's: it goes there at once or is refused. */
  readonly runId?: string | undefined;
}

export interface ChatAnswer {
  readonly sessionId: string;
  readonly runId?: string;
  readonly queued: boolean;
  /** Its place in the queue. */
  readonly position?: number;
  /** The log's head when the message was taken. */
  readonly seq: number;
  readonly clientMessageId: string;
}

/** Something that waits for a person. */
export interface Ask {
  readonly askId: string;
  readonly kind: "permission" | "question" | "plan";
  readonly state: "pending" | "answered" | "cancelled" | "expired";
  readonly sessionId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly createdTs: number;
  /** The event that asked. */
  readonly event: PolylogEvent;
  /** What every screen shows of it, with the names of its session and project. */
  readonly description: AskDescription;
  /** Of a permission: what a lasting answer can be for. */
  readonly offers?: readonly PermissionOffer[];
  readonly denyOffers?: readonly PermissionOffer[];
}

export interface RunRow {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly parentRunId: string | null;
  readonly startedTs: number;
  readonly endedTs: number | null;
  readonly outcome: Outcome | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly usage: readonly RunUsage[];
  readonly costUsd: number;
  readonly costComplete: boolean;
}

export interface RunUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
  readonly costUsd: number;
  readonly costComplete: boolean;
}

export interface UsageQuery {
  /** Runs that began then or later, in milliseconds; the last 30 days where it is absent. */
  readonly from?: number | undefined;
  /** Runs that began before that. */
  readonly to?: number | undefined;
  readonly projectRoot?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** Sums over the runs that began on one day. */
export interface DayUsage extends Omit<RunUsage, "model" | "costUsd"> {
  /** As 2026-12-24. */
  readonly day: string;
  readonly projectRoot: string;
  readonly agentId: string;
  readonly subagent: boolean;
  /** Null: these runs told nothing of what they used. */
  readonly model: string | null;
  readonly runs: number;
  /** Null: not known, which is not the same as free. */
  readonly costUsd: number | null;
}

export interface SearchHit {
  readonly sessionId: string;
  readonly seq: number;
  readonly title: string | null;
  readonly projectRoot: string;
  /** Matched words stand between U+E000 and U+E001. */
  readonly snippet: string;
}

/** A folder, and whether what it brings along may run. */
export interface FileChange {
  /** From the folder on. */
  readonly path: string;
  readonly kind: "new" | "changed" | "removed";
}

export interface TrustedFolder {
  readonly projectRoot: string;
  readonly trusted: boolean;
  readonly trustedTs: number | null;
  /** It was trusted once. If it is not now, `changes` says why. */
  readonly wasTrusted: boolean;
  /** What comes into force once the folder is trusted. */
  readonly waiting: readonly string[];
  /** Files that agent programs execute, where they differ from those that were trusted. */
  readonly changes: readonly FileChange[];
  /** Changes that are not in the list. */
  readonly moreChanges: number;
  /** Files that cannot be checked. The folder is not trusted while there are any. */
  readonly unchecked: readonly { readonly path: string; readonly reason: string }[];
  /** Stands for all these files as they are now. */
  readonly digest: string;
  /** What is wrong with the project's configuration. */
  readonly problem: string | null;
}

export interface Restored {
  readonly sessions: number;
  readonly events: number;
  /** Sessions that were damaged in the backup already. */
  readonly damaged: readonly string[];
  readonly policies: readonly (BackupPolicy & { readonly restored: boolean })[];
  /** How many more policies the backup has that could not be selected. */
  readonly omitted: number;
}

/** A rule, device or other policy that a backup holds and the server does not, or has otherwise. */
export interface BackupPolicy {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** All of it but secrets. */
  readonly value: unknown;
  readonly change: "added" | "changed";
}

export interface RestorePreview {
  readonly policies: readonly BackupPolicy[];
  readonly omitted: number;
}

export interface VerifyProgress {
  readonly checked: number;
  readonly of: number;
}

export interface Self {
  readonly deviceId: string;
  readonly name: string;
  readonly role: Access;
}

/** A device that is being let in. */
export interface Pairing {
  readonly pairingId: string;
  readonly role: Role;
  readonly state: "open" | "pending" | "confirmed" | "denied";
  readonly expiresTs: number;
  /** How it calls itself, and where it asked from; null before it has shown the code. */
  readonly name: string | null;
  readonly address: string | null;
}

/** What a device that is being let in is told. */
export interface PairAnswer {
  readonly state: "pending" | "confirmed" | "denied";
  /** To ask again with. */
  readonly claim?: string;
  readonly expiresTs?: number;
  readonly deviceId?: string;
  readonly role?: Role;
  /** Its own; a page gets a cookie instead. */
  readonly token?: string;
}

/** A browser or program that was let in. */
export interface Device {
  readonly deviceId: string;
  readonly name: string;
  readonly role: Role;
  readonly via: "token" | "cookie";
  readonly createdTs: number;
  readonly expiresTs: number | null;
  /** The streams it has open now. */
  readonly streams: number;
  /** When it asked for something last; null: not since the server started. */
  readonly seenTs: number | null;
}
