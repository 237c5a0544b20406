import type { ProcessExit } from "../process/agent-process.ts";
import type { RunEnding } from "./open-runs.ts";

const lastLineChars = 300;

/** How a run ends whose program did not live to end it. An exit in good order is no end of a run either. */
export function backendExited(program: string, exit: ProcessExit): RunEnding {
  const { code, signal, stderrTail } = exit;
  return {
    outcome: "failed",
    error: { code: "backend_exited", message: describeExit(program, exit) },
    details: { exitCode: code, signal, stderrTail },
  };
}

export function describeExit(program: string, { code, signal, stderrTail }: ProcessExit): string {
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const lastLine = stderrTail.trim().split("\n").at(-1)?.trim().slice(0, lastLineChars) ?? "";
  const said = lastLine === "" ? "" : ` Its last words: ${lastLine}`;
  return `${program} ended ${how} before its work was over.${said}`;
}

/** How a run ends when its connection is closed under it. */
export const connectionClosed: RunEnding = {
  outcome: "interrupted",
  error: { code: "agent_closed", message: "The agent was ended before the run was over." },
};
