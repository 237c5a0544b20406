import type { Actor, MissionInput } from "@polylog/core";

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
