import type { MissionInput } from "@polylog/core";

export type {
  AgentPolicy,
  Budget,
  BudgetState,
  MissionChange,
  MissionInput,
  PolicyRule,
  Schedule,
  ScheduleInput,
} from "@polylog/core";

/** What goes on without a person, and what bounds it, in the names of this side. */

/** One session's budget, or what a project may spend in a day. */
export type BudgetPlace = { readonly sessionId: string } | { readonly projectRoot: string };

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
