import { type Conversation, entryAt, findRun, laneAt, messageOf } from "@polylog/core";

export interface Interruption {
  readonly code: string;
  readonly message: string;
}

/** Why a run did not survive the shutdown of the server, and how to continue. */
export function interruption(
  conversation: Conversation,
  runId: string,
  how: "restarted" | "stopped",
): Interruption {
  const code = `server_${how}`;
  if (waitsForPerson(conversation, runId)) {
    const message = `Polylog ${how} while the agent waited for your answer, so the question expired. Send a message to continue; the agent can ask again.`;
    return { code, message };
  }
  if (hasAnswered(conversation, runId))
    return { code, message: `Polylog ${how} during this run. Send a message to continue.` };
  const message = `Polylog ${how} before the agent answered. It may have received the message: check before you send it again.`;
  return { code: "prompt_unconfirmed", message };
}

/** Why a waiting run is not continued although that would be possible. */
export function budgetExceeded(error: unknown): Interruption {
  const reason = messageOf(error);
  const message = `Polylog restarted while the agent waited for your answer, so the question expired. The run was not continued because of its budget. ${reason}`;
  return { code: "budget_exceeded", message };
}

/** Whether the run, or one of its subruns, has an open ask. */
function waitsForPerson(conversation: Conversation, runId: string): boolean {
  for (const place of conversation.pendingAsks.values()) {
    for (let id = entryAt(conversation, place).runId; id !== null; ) {
      if (id === runId) return true;
      id = findRun(conversation, id)?.parentRunId ?? null;
    }
  }
  return false;
}

/** Whether the run has any output or call of the agent. */
function hasAnswered(conversation: Conversation, runId: string): boolean {
  const run = findRun(conversation, runId);
  if (run === undefined || run.status !== null || run.usage.length > 0 || run.childRunIds.length > 0)
    return true;
  const { entries } = laneAt(conversation, run.lane);
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries.get(at);
    if (entry?.runId !== runId) continue;
    return !(entry.kind === "message" && entry.role === "user");
  }
  return false;
}

/** Why a queue waits for a person: the program may already have seen its first message. */
export const unconfirmed = {
  reason:
    "Polylog restarted while the first message was being delivered. Check whether the agent received it, then send or remove it.",
};

/** Why a run whose message could not be delivered ends. */
export const queuedAgain = {
  code: "server_restarted",
  message: "Polylog restarted before the agent received this message. It was returned to the queue.",
};
