import type { SessionStatus } from "@polylog/client";

/** What a session's state is called, wherever it stands. */
export const stateNames: Readonly<Record<SessionStatus, string>> = {
  working: "Working",
  waiting_for_you: "Waiting for you",
  queued: "Queued",
  idle: "Idle",
  interrupted: "Interrupted",
  failed: "Failed",
};
