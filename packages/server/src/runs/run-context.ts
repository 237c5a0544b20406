import type { Conversation, Entry, Run } from "@polylog/core";
import { entryAt, entryLine, exchangeRunKey, findRun, laneAt, rollUpUsage, storeEntry } from "@polylog/core";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import { PolylogError } from "../polylog-error.ts";

/** The session in which a run works. The sender of an exchange also has a summary of the receiver's run in its log. */
export async function sessionOfRun(log: Log, sessionId: string, runId: string): Promise<LiveSession> {
  const session = await log.session(sessionId);
  const { conversation } = session;
  const place = conversation.seen.get(exchangeRunKey(runId));
  const exchange = place === undefined ? undefined : entryAt(conversation, place);
  if (exchange?.kind !== "exchange" || exchange.targetSessionId === null) return session;
  const target = await log.session(exchange.targetSessionId).catch(() => null);
  return target !== null && findRun(target.conversation, runId) !== undefined ? target : session;
}

/** A run's prompt and its work: as a summary, or entry by entry. */
export function runContext(
  { sessionId, conversation }: LiveSession,
  runId: string,
  view: "summary" | "raw",
): unknown {
  const run = findRun(conversation, runId);
  if (run === undefined)
    throw new PolylogError("run_not_found", "This run does not exist in the session.", { runId });
  const entries = entriesOf(conversation, run);
  const agent = conversation.agents.get(run.agentId);
  const head = {
    run_id: run.runId,
    session_id: sessionId,
    agent_id: run.agentId,
    task: run.task,
    model: run.model ?? agent?.currentModelId ?? null,
    mode: agent?.currentModeId ?? null,
    outcome: run.outcome,
    // Agents report the context of the run itself, not of its subagents.
    context: isSubagent(conversation, run) ? null : (agent?.context ?? null),
    usage: rollUpUsage(conversation, runId),
  };
  if (view === "summary") return { ...head, messages: entries.map((entry) => entryLine(entry)) };
  return { ...head, messages: entries.map(storeEntry) };
}

function isSubagent(conversation: Conversation, { parentRunId, agentId }: Run): boolean {
  return parentRunId !== null && findRun(conversation, parentRunId)?.agentId === agentId;
}

/** Reads backwards from the end of the lane to the message that started the run. */
function entriesOf(conversation: Conversation, { lane, runId }: Run): Entry[] {
  const { entries } = laneAt(conversation, lane);
  const own: Entry[] = [];
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos);
    if (entry?.runId !== runId) continue;
    own.push(entry);
    if (entry.kind === "message" && entry.role === "user" && !entry.steered) break;
  }
  return own.reverse();
}
