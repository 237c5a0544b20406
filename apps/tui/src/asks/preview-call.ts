import type { ToolCallEntry } from "@polylog/core";
import { cleanToolName, Text, Vector } from "@polylog/core";

/** A call that has not been made: so that core can say how it will look. */
export function previewCall(toolName: string, input: unknown): ToolCallEntry {
  return {
    kind: "tool_call",
    key: "preview",
    seq: 0,
    ts: 0,
    agentId: null,
    runId: null,
    live: true,
    endedBy: null,
    callId: "preview",
    toolName: cleanToolName(toolName),
    rawName: toolName,
    responseId: null,
    toolKind: null,
    title: null,
    input: input ?? null,
    inputText: Text.empty,
    locations: [],
    content: [],
    output: Text.empty,
    ok: null,
    result: null,
    error: null,
    truncated: null,
    exitCode: null,
    durationMs: null,
    endedTs: null,
    progress: null,
    childRunIds: Vector.empty,
  };
}
