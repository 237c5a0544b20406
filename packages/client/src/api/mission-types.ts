/** What goes on without a person, and what bounds it, in the names of this side. */

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

/** One session's budget, or what a project may spend in a day. */
export type BudgetPlace = { readonly sessionId: string } | { readonly projectRoot: string };

export interface MissionInput {
  readonly text: string;
  readonly agentId?: string | undefined;
  /** The agents that take part, where it is more than one. */
  readonly agentIds?: readonly string[] | undefined;
  readonly intervalSeconds?: number | undefined;
  readonly maxTriggers?: number | undefined;
  readonly budget?: Budget | undefined;
}

/** A change to a mission while it goes on; a budget of null is none. */
export interface MissionChange {
  readonly paused?: boolean | undefined;
  readonly maxTriggers?: number | undefined;
  readonly budget?: Budget | null | undefined;
}

export interface Mission extends MissionInput {
  readonly missionId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly endedTs: number | null;
  readonly endReason: "cleared" | "replaced" | "finalized" | null;
  /** Why nobody is prompted for now. */
  readonly paused: { readonly reason: string; readonly message: string } | null;
  /** How often idle agents were prompted with it. */
  readonly triggers: number;
  /** The session that each agent works in. */
  readonly sessions: Readonly<Record<string, string>>;
}

export interface ScheduleInput {
  readonly text: string;
  /** Minute, hour, day of the month, month, day of the week. */
  readonly pattern: string;
  readonly timeZone?: string | undefined;
  readonly agentId?: string | undefined;
  readonly session?: "new" | "same" | undefined;
}

/** A prompt that is given at certain times. */
export interface Schedule extends ScheduleInput {
  readonly scheduleId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly enabled: boolean;
  readonly nextTs: number | null;
  readonly lastTs: number | null;
  readonly skipped: number;
  readonly sessionId: string | null;
}

/** Which agents of a project may write to which others. Without rules each may write to all. */
export interface AgentPolicy {
  /** Where there are any, only these. */
  readonly allow: readonly PolicyRule[];
  /** Never these, whatever is allowed. */
  readonly deny: readonly PolicyRule[];
}

/** Agents by their ids; `*` is every agent. */
export interface PolicyRule {
  readonly from: string;
  readonly to: string;
}
