import { setTimeout as startTimer } from "node:timers";
import type { Prompt } from "@polylog/core";
import { findRun } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionAgent } from "./session-agent.ts";

/** Runs that a program began by itself: its subagents, and turns that nobody asked for. */

interface Why {
  readonly code: string;
  readonly message: string;
}

/** Stops one and leaves what is above and beside it at work. False where no program is behind it any more. */
export function stopBegun(
  actor: SessionActor,
  agent: SessionAgent,
  runId: string,
  why: Why | undefined,
): boolean {
  const run = findRun(actor.conversation, runId);
  const program = agent.program.open;
  if (program === null || run === undefined || run.outcome !== null) return false;
  if (run.parentRunId !== null && !agent.backend.capabilities.cancelSubagent) {
    const message = "This agent's program cannot stop one of its subagents. Cancel the run that started it.";
    throw new PolylogError("not_supported", message, { runId, parentRunId: run.parentRunId });
  }
  void program.cancel(runId).catch(() => undefined);
  const end = () => actor.endOrphan(runId, why ?? { code: "cancelled", message: "Cancelled." }, "cancelled");
  // The program does not know why; and one that does not answer is not waited for.
  if (why !== undefined) void end().catch(() => undefined);
  else startTimer(() => void end().catch(() => undefined), limits.cancelMs).unref();
  return true;
}

/** Gives a message to a subagent at work. One that it does not take stays in the log, which says so. */
export function giveToSubagent(actor: SessionActor, agent: SessionAgent, prompt: Prompt): void {
  const { runId } = prompt;
  void agent.steerBelow(prompt).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The message did not reach the subagent. ${reason}`;
    const body = { type: "notice" as const, level: "warning" as const, text, runId, agentId: agent.agentId };
    return actor.append({ bodies: [body], refusable: false }).catch(() => undefined);
  });
}

/** Rejects where a run takes no message now. */
export function assertTakes(actor: SessionActor, agent: SessionAgent, runId: string): void {
  const run = findRun(actor.conversation, runId);
  if (run === undefined) throw new PolylogError("run_not_found", "There is no such run.", { runId });
  if (run.outcome !== null) {
    throw new PolylogError("run_over", "This run is over; it takes no more messages.", { runId });
  }
  const { steer, steerSubagent } = agent.backend.capabilities;
  if (agent.runId === runId ? steer : steerSubagent) return;
  const message =
    agent.runId === runId
      ? "This agent takes no message while it works."
      : "This agent's subagents take no messages. Write to the agent itself.";
  throw new PolylogError("not_supported", message, { runId });
}
