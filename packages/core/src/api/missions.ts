import type { Actor } from "../events/fields.ts";

/** What may be spent; what is not given is not bounded. */
export interface Budget {
  readonly costUsd?: number | undefined;
  readonly tokens?: number | undefined;
}

/** A budget, and what is used of it. */
export interface BudgetState extends Budget {
  readonly usedUsd: number;
  readonly usedTokens: number;
  /** False where the price of something is not known. */
  readonly costComplete: boolean;
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
  /** Who added it, or turned it on last. */
  readonly by?: Actor | undefined;
  /** Why it is off, where that was not a person's choice. */
  readonly paused?: { readonly reason: "device_revoked"; readonly message: string } | null | undefined;
}
