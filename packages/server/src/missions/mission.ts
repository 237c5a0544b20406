import type { Actor, MissionInput } from "@polylog/core";

export interface Mission extends MissionInput {
  readonly missionId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly endedTs: number | null;
  readonly endReason: "cleared" | "replaced" | "finalized" | null;
  /** The author, or the person who last resumed it. */
  readonly by?: Actor | undefined;
  /** Why it is paused; null if it is active. */
  readonly paused: MissionPause | null;
  /** Only later events can cause a pause. */
  readonly goesOnSince: number;
  readonly triggers: number;
  /** When each agent was last prompted, and its session. */
  readonly agents: Readonly<Record<string, { readonly lastTs: number; readonly sessionId: string }>>;
  /** Whether the budget warning was sent. */
  readonly warned: boolean;
}

export interface MissionPause {
  readonly reason: "person" | "budget" | "triggers" | "failures" | "cancelled" | "device_revoked";
  readonly message: string;
}
