import type { Conversation, Lane, Run } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";
import { findRun } from "../conversation/runs.ts";
import { waitedMs } from "../conversation/waited.ts";
import type { UserMessage } from "../events/text.ts";
import { cost, count, duration, plural } from "../format/quantities.ts";
import { changedPaths } from "../tools/changed-paths.ts";
import { stateOfCall } from "../tools/registry.ts";
import { continuesResponse } from "./grouping.ts";
import { rollUpUsage } from "./usage-total.ts";

/**
 * The summary of a response. A screen draws it instead of the response's steps once the response is finished; each screen keeps
 * track of which responses are open.
 */
export interface ResponseSummary {
  readonly toolCount: number;
  readonly failedCount: number;
  /** Files that it changed. */
  readonly files: number;
  /** Without the time it waited for a person; null while it is running. */
  readonly durationMs: number | null;
  /** The usage of the whole run with its subagents; null if none was reported, or if a later response of the run shows it. */
  readonly usage: ResponseUsage | null;
}

export interface ResponseUsage {
  readonly tokens: number;
  readonly costUsd: number;
  readonly costComplete: boolean;
}

/** The summary of the response whose first entry is at `from` in the lane; null if no run's response begins there. */
export function responseSummary(
  conversation: Conversation,
  lane: Lane,
  from: number,
): ResponseSummary | null {
  const runId = lane.entries.get(from)?.runId ?? null;
  const run = runId === null ? undefined : findRun(conversation, runId);
  if (run === undefined) return null;
  const { entries, next } = responseEntries(lane, from, run.runId);
  const isSteered = isSteer(next, run.runId);
  const calls = entries.filter((entry) => entry.kind === "tool_call");
  const endedTs = isSteered ? next.ts : run.endedTs;
  const before = lane.entries.get(from - 1);
  const startedTs = isSteer(before, run.runId) && before.steered ? before.ts : run.startedTs;
  return {
    toolCount: calls.length,
    failedCount: calls.filter((call) => stateOfCall(call) === "error").length,
    files: filesIn(entries),
    durationMs:
      endedTs === null
        ? null
        : Math.max(0, endedTs - startedTs - waitedMs(conversation, [run.runId], startedTs, endedTs)),
    usage: isSteered ? null : usageOf(conversation, run),
  };
}

/** "12 tool calls · 3 files · 48 s · 8.2k tokens · $0.12"; empty without calls and usage. */
export function responseSummaryText(summary: ResponseSummary): string {
  const { toolCount, failedCount, files, durationMs, usage } = summary;
  if (toolCount === 0 && usage === null) return "";
  const failed = failedCount === 0 ? "" : ` (${failedCount} failed)`;
  return [
    ...(toolCount === 0 ? [] : [`${plural(toolCount, "tool call")}${failed}`]),
    ...(files === 0 ? [] : [plural(files, "file")]),
    ...(durationMs === null ? [] : [duration(durationMs)]),
    ...(usage === null || usage.tokens === 0 ? [] : [`${count(usage.tokens)} tokens`]),
    // An unknown price is not shown as free.
    ...(usage === null || usage.costUsd === 0 ? [] : [cost(usage.costUsd, usage.costComplete)]),
  ].join(" · ");
}

/** Whether an entry is a person's message to the running run. */
export function isSteer(entry: Entry | undefined, runId: string): entry is UserMessage {
  return entry?.kind === "message" && entry.role === "user" && entry.runId === runId;
}

/** The entries of one response, and the entry that ends it. */
export function responseEntries(
  lane: Lane,
  from: number,
  runId: string,
): { readonly entries: readonly Entry[]; readonly next: Entry | undefined } {
  const entries: Entry[] = [];
  for (let pos = from; ; pos++) {
    const entry = lane.entries.get(pos);
    const isPart = entry !== undefined && continuesResponse(entry, runId, lane, pos);
    if (isPart === false) return { entries, next: entry };
    if (entry !== undefined && entry.runId === runId) entries.push(entry);
  }
}

/** From the run's change report, else from its calls. */
function filesIn(entries: readonly Entry[]): number {
  const paths = new Set<string>();
  let reported = 0;
  for (const entry of entries) {
    if (entry.kind === "change_report")
      reported = Math.max(reported, entry.files.length + entry.truncatedCount);
    else if (entry.kind === "tool_call") for (const path of changedPaths(entry)) paths.add(path);
  }
  return reported > 0 ? reported : paths.size;
}

function usageOf(conversation: Conversation, run: Run): ResponseUsage | null {
  const { models, inputTokens, outputTokens, costUsd, costComplete } = rollUpUsage(conversation, run.runId);
  if (models.length === 0) return null;
  return { tokens: inputTokens + outputTokens, costUsd, costComplete };
}
