import type { AgentConnection } from "@polylog/core";
import { RunBook } from "./run-tracker.ts";

/**
 * The connection to an agent that could not be started: its first run fails and says why. Then it ends, so that the
 * next message tries again.
 */
export function failedConnection(
  agentId: string,
  failure: { readonly code: string; readonly message: string },
): AgentConnection {
  const book = new RunBook(agentId);
  const end = () => {
    book.end({ outcome: "failed", error: { code: failure.code, message: failure.message } });
    return Promise.resolve();
  };
  const nothing = () => Promise.resolve();
  return {
    nativeSessionId: null,
    events: book.events,
    prompt: ({ runId }) => {
      if (book.hasEnded) return Promise.reject(new Error(failure.message));
      book.begin(runId);
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
