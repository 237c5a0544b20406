import { type Conversation, findRun, laneAt, type ToolCallEntry } from "@polylog/core";
import { type AskEntry, findAsk } from "./waiting-run.ts";

/**
 * Whether an open ask can still be answered after the process that asked has ended. This requires that the log holds
 * everything that its call and the runs above it need.
 */
export function keepsAsk(conversation: Conversation, askId: string): boolean {
  const ask = findAsk(conversation, askId);
  if (ask === null || !ask.live || !isWhole(ask, openCall(conversation, ask.runId, ask.callId))) return false;
  for (let run = findRun(conversation, ask.runId ?? ""); run !== undefined; ) {
    if (run.outcome !== null || run.agentId !== ask.agentId) return false;
    if (run.parentRunId === null) return true;
    const above = openCall(conversation, run.parentRunId, run.parentCallId);
    if (above?.rawName !== "Task" || above.inputCut !== null) return false;
    run = findRun(conversation, run.parentRunId);
  }
  return false;
}

/** The call must run exactly as approved, so an ask that was truncated in the log cannot be continued. */
function isWhole(ask: AskEntry, call: ToolCallEntry | null): boolean {
  if (call === null) return false;
  switch (ask.kind) {
    case "permission":
      return ask.cut === null && ask.toolName === call.rawName;
    case "question":
      return call.rawName === "AskUser" && call.inputCut === null;
    case "plan":
      return call.rawName === "ExitPlanMode" && call.inputCut === null;
  }
}

function openCall(
  conversation: Conversation,
  runId: string | null,
  callId: string | null,
): ToolCallEntry | null {
  const run = findRun(conversation, runId ?? "");
  if (run === undefined || callId === null) return null;
  const { entries, settled } = laneAt(conversation, run.lane);
  for (const entry of entries.slice(settled)) {
    if (entry.kind !== "tool_call" || entry.runId !== runId || entry.callId !== callId) continue;
    return entry.live ? entry : null;
  }
  return null;
}
