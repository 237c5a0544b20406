import type { NativeSession } from "../backend/native-store.ts";

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
}
