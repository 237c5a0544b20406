import type { Conversation, Run } from "../../conversation/conversation.ts";
import { laneAt } from "../../conversation/lanes.ts";
import { findRun } from "../../conversation/runs.ts";
import type { ToolCallEntry } from "../../events/tool.ts";
import type { Line } from "../../format/line.ts";
import type { SubagentBlock } from "../blocks.ts";
import type { CallLine } from "../card.ts";

/** The runs that a call started. */
export function childRuns(call: ToolCallEntry, conversation: Conversation): readonly Run[] {
  return call.childRunIds.slice().flatMap((runId) => findRun(conversation, runId) ?? []);
}

const recentCalls = 3;

/** A subagent's window: its last calls, their number and times, and its final message. */
export function subagentBlock(
  run: Run,
  conversation: Conversation,
  line: CallLine,
  known: { readonly prompt: string | null; readonly result: string | null },
): SubagentBlock {
  const { entries } = laneAt(conversation, run.lane);
  const recent: Line[] = [];
  let toolCount = 0;
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos);
    if (entry?.kind !== "tool_call" || entry.runId !== run.runId) continue;
    if (toolCount < recentCalls) recent.unshift(line(entry));
    toolCount++;
  }
  return {
    kind: "subagent",
    childRunId: run.runId,
    prompt: known.prompt ?? run.task,
    recent,
    toolCount,
    startedTs: run.startedTs,
    endedTs: run.endedTs,
    result: run.result ?? known.result,
    collapsed: false,
  };
}
