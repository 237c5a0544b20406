import type { AskAnswer } from "@polylog/core";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionAgent } from "./session-agent.ts";

/**
 * Gives an answer that is in the log to the agent. The answers are given in the order of the calls, and none waits for
 * the one before to be taken: a program may take none before it has all of them. One that it refuses while its run goes
 * on is told in the log, because the agent may wait for it.
 */
export function giveAnswer(
  actor: SessionActor,
  taken: Promise<SessionAgent>,
  answer: AskAnswer,
  runId: string | null,
): void {
  taken
    .then((agent) =>
      agent.answer(answer).catch((error: unknown) => {
        if (runId === null || !actor.conversation.liveRuns.has(runId)) return;
        const reason = error instanceof Error ? error.message : String(error);
        const text = `The answer did not reach the agent. ${reason}`;
        const { agentId } = agent;
        const body = { type: "notice" as const, level: "warning" as const, text, runId, agentId };
        return actor.append({ bodies: [body], refusable: false });
      }),
    )
    // The session is gone, or its agent: nobody waits for the answer any more.
    .catch(() => undefined);
}
