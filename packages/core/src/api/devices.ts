import type { Role } from "./roles.ts";

/** Something that a revoked device left behind. It is paused until somebody resumes or removes it. */
export interface Leftover {
  readonly kind: "schedule" | "mission" | "idle_prompt" | "queued_message";
  readonly deviceId: string;
  readonly deviceName: string;
  readonly deviceRole: Role;
  readonly projectRoot: string;
  readonly text: string;
  /** Of a schedule. */
  readonly scheduleId: string | null;
  /** Of a queued message. */
  readonly sessionId: string | null;
  readonly itemId: string | null;
  /** Of a queued message or an idle prompt. */
  readonly agentId: string | null;
}
