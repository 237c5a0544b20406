import { type Conversation, entryAt, findRun, runPath } from "@polylog/core";

/** The agent that started a run, by a message or by the answer to one. */
export interface RunOrigin {
  readonly exchangeId: string;
  readonly sessionId: string;
  readonly agentId: string;
}

/**
 * Null for a run started by a person, a mission or a schedule. A run that a program started on its own belongs to the
 * sender of the previous message.
 */
export function originOfRun(conversation: Conversation, runId: string): RunOrigin | null {
  const root = findRun(conversation, runPath(conversation, runId)[0]?.runId ?? runId);
  const { entries } = conversation.main;
  for (let pos = entries.length - 1; pos >= 0 && root !== undefined; pos--) {
    const entry = entries.get(pos);
    if (entry?.kind !== "message" || entry.role !== "user" || entry.steered) continue;
    const run = entry.runId === null ? undefined : findRun(conversation, entry.runId);
    if (run === undefined || run.agentId !== root.agentId || run.index > root.index) continue;
    const { exchange, sender } = entry;
    if (exchange === null || sender?.kind !== "agent") return null;
    const { exchangeId, sessionId } = exchange;
    return { exchangeId, sessionId, agentId: sender.id ?? "" };
  }
  return null;
}

/** The other agent's run that led to this one: the run that sent the message, or the run that answered it. */
export function runBehind(here: Conversation, there: Conversation, exchangeId: string): string | null {
  const sent = exchangeIn(there, exchangeId);
  return sent === null ? (exchangeIn(here, exchangeId)?.targetRunId ?? null) : sent.runId;
}

function exchangeIn(conversation: Conversation, exchangeId: string) {
  const place = conversation.seen.get(`exchange/${exchangeId}`);
  const entry = place === undefined ? undefined : entryAt(conversation, place);
  return entry?.kind === "exchange" ? entry : null;
}
