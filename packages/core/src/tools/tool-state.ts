import type { ToolCallEntry } from "../events/tool.ts";

export type ToolState = "pending" | "success" | "error" | "interrupted" | "truncated" | "agent-callback";

/** The state that every view of a call derives from: the same on each screen, live and after a reload. */
export function toolState(call: ToolCallEntry): ToolState {
  if (call.live) return "pending";
  if (call.endedBy !== null || call.error?.code === "tool_interrupted") return "interrupted";
  if (call.ok !== true) return "error";
  if (call.truncated !== null) return "truncated";
  return call.toolName === "agents_message" ? "agent-callback" : "success";
}
