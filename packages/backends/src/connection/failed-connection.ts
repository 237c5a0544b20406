import type { AgentConnection } from "@polylog/core";
import { RunTracker } from "./run-tracker.ts";

/**
 * The connection to an agent that could not be started: it reports the failure as a failed run and then ends, so that
 * the next message tries again.
 */
export function failedConnection(
  agentId: string,
  failure: { readonly code: string; readonly message: string },
): AgentConnection {
  const tracker = new RunTracker(agentId);
  const end = () => {
    tracker.end({ outcome: "failed", error: { code: failure.code, message: failure.message } });
    return Promise.resolve();
  };
  const nothing = () => Promise.resolve();
  return {
    nativeSessionId: null,
    events: tracker.events,
    prompt: ({ runId }) => {
      if (tracker.hasEnded) return Promise.reject(new Error(failure.message));
      tracker.begin(runId);
      return end();
    },
    continueRun: async () => {
      await end();
      throw new Error(failure.message);
    },
    steer: () => Promise.reject(new Error(failure.message)),
    answer: nothing,
    cancel: nothing,
    setMode: nothing,
    setModel: nothing,
    close: end,
  };
}
