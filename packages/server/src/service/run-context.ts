import type { Conversation, Entry, Run } from "@polylog/core";
import { entryLine, findRun, laneAt, rollUpUsage, toSnapshot } from "@polylog/core";
import { PolylogError } from "../errors.ts";

/** What an agent was given for a run and what it did with it: in a few lines, or entry by entry. */
export function runContext(conversation: Conversation, runId: string, view: "summary" | "raw"): unknown {
  const run = findRun(conversation, runId);
  if (run === undefined) throw new PolylogError("run_not_found", "There is no such run.", { runId });
  const entries = entriesOf(conversation, run);
  const agent = conversation.agents.get(run.agentId);
  const head = {
    run_id: run.runId,
    agent_id: run.agentId,
    model: run.model ?? agent?.currentModelId ?? null,
    mode: agent?.currentModeId ?? null,
    outcome: run.outcome,
    context: agent?.context ?? null,
    usage: rollUpUsage(conversation, runId),
  };
  if (view === "summary") return { ...head, messages: entries.map((entry) => entryLine(entry)) };
  const wanted = new Set(entries.map((entry) => entry.key));
  const { main, lanes } = toSnapshot(conversation);
  const stored = [main, ...lanes].flatMap((lane) => lane.entries as { key: string }[]);
  return { ...head, messages: stored.filter((entry) => wanted.has(entry.key)) };
}

function entriesOf(conversation: Conversation, run: Run): Entry[] {
  const lane = laneAt(conversation, run.lane);
  return lane.entries.slice().filter((entry) => entry.runId === run.runId);
}
