import type { ProcessExit } from "../process/agent-process.ts";
import { nodeError } from "../process/node-error.ts";
import type { RunEnding } from "./open-runs.ts";

const lastWordsChars = 300;

/** The end of a run whose program exited before the run ended. A regular exit does not end a run either. */
export function backendExited(program: string, exit: ProcessExit): RunEnding {
  const { code, signal, stderrTail } = exit;
  return {
    outcome: "failed",
    error: { code: "backend_exited", message: describeExit(program, exit) },
    details: { exitCode: code, signal, stderrTail },
  };
}

export function describeExit(program: string, exit: ProcessExit): string {
  const how = exit.signal === null ? `exit code ${exit.code}` : exit.signal;
  return `${program} exited unexpectedly (${how}).${lastWords(exit)}`;
}

/** Text to append to an exit message. Empty if stderr is empty. */
export function lastWords({ stderrTail }: ProcessExit): string {
  const words = nodeError(stderrTail) ?? stderrTail.trim().split("\n").at(-1)?.trim() ?? "";
  return words === "" ? "" : ` Last output: ${words.slice(0, lastWordsChars)}`;
}

/** The end of a run whose connection was closed. */
export const connectionClosed: RunEnding = {
  outcome: "interrupted",
  error: { code: "agent_closed", message: "The agent was stopped before the run was complete." },
};
