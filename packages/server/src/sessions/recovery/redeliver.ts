import { findRun } from "@polylog/core";
import type { FoundUndelivered } from "../../runs/undelivered.ts";
import type { SessionActor } from "../session-actor.ts";

/**
 * After a restart: delivers a prompt that the last server had accepted and given to nobody. A run starts over under its
 * own id. A message to a run that was at work goes to the head of the queue, which waits for a person where the program
 * may have seen the message. False where the log does not have it any more.
 */
export async function redeliver(
  actor: SessionActor,
  { sessionId: _, id, ...prompt }: FoundUndelivered,
  mayRun: boolean,
  opened: Promise<void>,
): Promise<boolean> {
  const { agentId, steers, isGiven } = prompt;
  const { runId } = prompt.prompt;
  const run = findRun(actor.conversation, runId);
  if (run === undefined || (run.outcome !== null && !steers)) return false;
  actor.undelivered.add(id, prompt);
  const agent = steers || !mayRun ? null : await actor.agents.of(agentId).catch(() => null);
  if (agent !== null) {
    await actor.agents.begin(agent, prompt.prompt, opened);
    return true;
  }
  await actor.mailbox.run(() => actor.queue.putFirst(id, prompt, isGiven === true ? unconfirmed : null));
  if (!steers) await actor.endOrphan(runId, queuedAgain, "interrupted");
  return true;
}

const unconfirmed = {
  reason:
    "Polylog restarted while the first message was being delivered. Check whether the agent got it, then send or remove it.",
};

const queuedAgain = {
  code: "server_restarted",
  message: "Polylog restarted before the agent got this message. It is in the queue again.",
};
