import type { NativeSession } from "../backend/native-store.ts";
import type { Actor } from "../events/fields.ts";

export interface CreateSession {
  readonly projectRoot: string;
  readonly agentId?: string | undefined;
  readonly title?: string | undefined;
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
  /** The device that queued it; null where that was no device, or is not known. */
  readonly by: Actor | null;
  /** Why its queue is paused; null where the message runs as soon as the agent is free. */
  readonly pausedReason: string | null;
}

export interface QueueChange {
  readonly text?: string | undefined;
  /** Its new place, from 0. */
  readonly position?: number | undefined;
  /** Send it at once: into the run that works, or in place of it. */
  readonly send?: "steer" | "interrupt" | undefined;
}

/** A session that was had with an agent's program itself. */
export interface NativeRow extends NativeSession {
  readonly agentId: string;
  /** What goes on with it in the program itself, for a terminal; null where that is not known. */
  readonly command: string | null;
  /** The session that it is here already; null where it is none. */
  readonly sessionId: string | null;
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
  /** Files that differ too and were left as they are: others changed them, or they were not selected. */
  readonly left: readonly string[];
}

/** What to take back to an event: the conversation, the files, or both. */
export interface RewindTo {
  readonly seq: number;
  readonly conversation: boolean;
  readonly files: boolean;
  /** The files to restore; those that this session alone changed where it is absent. */
  readonly paths?: readonly string[] | undefined;
}

export interface SessionName {
  readonly sessionId: string;
  readonly title: string | null;
}

/** A file that a rewind would change. */
export interface RewindFile {
  readonly path: string;
  readonly restore: "change" | "create" | "delete";
  /** Runs of this session changed it. */
  readonly isOwn: boolean;
  /** Other sessions that changed it since. */
  readonly changedBy: readonly SessionName[];
  /** It is restored unless the request selects others. */
  readonly selected: boolean;
}

export interface RewindPreview {
  /** The checkpoint that the files would be restored from; null where no file was changed since. */
  readonly checkpoint: string | null;
  readonly files: readonly RewindFile[];
  /** Files that are not listed. */
  readonly more: number;
  /** Why the files cannot be restored. */
  readonly unavailable: string | null;
  /** A session that is running in the project: files cannot be restored until it ends. */
  readonly blockedBy: SessionName | null;
}
