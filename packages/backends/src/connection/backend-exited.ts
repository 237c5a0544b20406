import type { ProcessExit } from "../process/agent-process.ts";
import { nodeError } from "../process/node-error.ts";
import type { RunEnding } from "./open-runs.ts";

const lastWordsChars = 300;

/** How a run ends whose program did not live to end it. An exit in good order is no end of a run either. */
export function backendExited(program: string, exit: ProcessExit): RunEnding {
  const { code, signal, stderrTail } = exit;
  return {
    outcome: "failed",
    error: { code: "backend_exited", message: describeExit(program, exit) },
    details: { exitCode: code, signal, stderrTail },
  };
}

export function describeExit(program: string, exit: ProcessExit): string {
  const how = exit.signal === null ? `with exit code ${exit.code}` : `by ${exit.signal}`;
  return `${program} ended ${how} before its work was over.${lastWords(exit)}`;
}

/** To append to how a program ended; empty where it said nothing. */
export function lastWords({ stderrTail }: ProcessExit): string {
  const words = nodeError(stderrTail) ?? stderrTail.trim().split("\n").at(-1)?.trim() ?? "";
  return words === "" ? "" : ` Its last words: ${words.slice(0, lastWordsChars)}`;
}

/** How a run ends when its connection is closed under it. */
export const connectionClosed: RunEnding = {
  outcome: "interrupted",
  error: { code: "agent_closed", message: "The agent was ended before the run was over." },
};
