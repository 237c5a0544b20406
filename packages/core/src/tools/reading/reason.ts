import type { Failure } from "../../events/fields.ts";
import type { ToolCallEntry } from "../../events/tool.ts";
import { toolState } from "../tool-state.ts";

/** What is said of a call that its run's end has ended. */
const ended = {
  cancelled: "Cancelled before it finished.",
  interrupted: "Interrupted before it finished.",
  failed: "The run failed before it finished.",
  completed: "The run ended without its result.",
} as const;

/** Why a call failed or was interrupted; null where it was neither. */
export function reasonOf(call: ToolCallEntry): Failure | null {
  const state = toolState(call);
  if (state === "interrupted") {
    const said = call.error === null ? "" : withoutFrame(call.error.message);
    const code = call.error?.code ?? "tool_interrupted";
    return { code, message: said || ended[call.endedBy ?? "interrupted"] };
  }
  if (state !== "error") return null;
  const said = call.error === null ? "" : withoutFrame(call.error.message);
  return { code: call.error?.code ?? "tool_error", message: said || "The tool failed and gave no reason." };
}

const open = "<tool_use_error>";
const close = "</tool_use_error>";

/** Claude frames what it tells the model about a failed call. */
function withoutFrame(message: string): string {
  const text = message.trim();
  return text.startsWith(open) && text.endsWith(close) ? text.slice(open.length, -close.length).trim() : text;
}
