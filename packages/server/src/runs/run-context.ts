import type { Conversation, Entry, Run } from "@polylog/core";
import { entryAt, entryLine, exchangeRunKey, findRun, laneAt, rollUpUsage, storeEntry } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";

/** The session in which a run works. A sender's log holds the run at the other end of an exchange too, in short. */
export async function sessionOfRun(log: Log, sessionId: string, runId: string): Promise<LiveSession> {
  const session = await log.session(sessionId);
  const { conversation } = session;
  const place = conversation.seen.get(exchangeRunKey(runId));
  const exchange = place === undefined ? undefined : entryAt(conversation, place);
  if (exchange?.kind !== "exchange" || exchange.targetSessionId === null) return session;
  const target = await log.session(exchange.targetSessionId).catch(() => null);
  return target !== null && findRun(target.conversation, runId) !== undefined ? target : session;
}

/** What an agent was given for a run and what it did with it: in a few lines, or entry by entry. */
export function runContext(
  { sessionId, conversation }: LiveSession,
  runId: string,
  view: "summary" | "raw",
): unknown {
  const run = findRun(conversation, runId);
  if (run === undefined) throw new PolylogError("run_not_found", "There is no such run.", { runId });
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
    // What an agent tells of its window is about its own run, not about those of its subagents.
    context: isSubagent(conversation, run) ? null : (agent?.context ?? null),
    usage: rollUpUsage(conversation, runId),
  };
  if (view === "summary") return { ...head, messages: entries.map((entry) => entryLine(entry)) };
  return { ...head, messages: entries.map(storeEntry) };
}

function isSubagent(conversation: Conversation, { parentRunId, agentId }: Run): boolean {
  return parentRunId !== null && findRun(conversation, parentRunId)?.agentId === agentId;
}

/** Read from the end of the lane back to the message that began the run: what came before it is not looked at. */
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
