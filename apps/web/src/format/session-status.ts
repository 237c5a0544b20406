import type { SessionStatus } from "@polylog/client";

/** The names of session states on every page. */
export const stateNames: Readonly<Record<SessionStatus, string>> = {
  working: "Working",
  waiting_for_you: "Waiting for you",
  queued: "Queued",
  idle: "Idle",
  interrupted: "Interrupted",
  failed: "Failed",
};
