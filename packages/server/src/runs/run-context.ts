import type { Conversation, Entry, Run } from "@polylog/core";
import { entryAt, entryLine, findRun, laneAt, rollUpUsage, shownBy, toSnapshot } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";

/** The session in which a run works. A sender's log holds the run at the other end of an exchange too, in short. */
export async function sessionOfRun(log: Log, sessionId: string, runId: string): Promise<LiveSession> {
  const session = await log.session(sessionId);
  const { conversation } = session;
  const place = conversation.seen.get(shownBy(runId));
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
  const wanted = new Set(entries.map((entry) => entry.key));
  const { main, lanes } = toSnapshot(conversation);
  const stored = [main, ...lanes].flatMap((lane) => lane.entries as { key: string }[]);
  return { ...head, messages: stored.filter((entry) => wanted.has(entry.key)) };
}

function isSubagent(conversation: Conversation, { parentRunId, agentId }: Run): boolean {
  return parentRunId !== null && findRun(conversation, parentRunId)?.agentId === agentId;
}

function entriesOf(conversation: Conversation, run: Run): Entry[] {
  const lane = laneAt(conversation, run.lane);
  return lane.entries.slice().filter((entry) => entry.runId === run.runId);
}
