import type { Failure } from "../../events/fields.ts";
import type { PermissionEntry } from "../../events/permission.ts";
import type { ToolCallEntry } from "../../events/tool.ts";
import { toolState } from "../tool-state.ts";

/** The reason shown for a call that its run's end interrupted. */
const ended = {
  cancelled: "Cancelled before it finished.",
  interrupted: "Interrupted before it finished.",
  failed: "The run failed before it finished.",
  completed: "The run ended without a result for this call.",
} as const;

/** Why a call failed, was denied or was interrupted; null if none of these apply. */
export function reasonOf(call: ToolCallEntry, ask: PermissionEntry | null): Failure | null {
  const state = toolState(call);
  if (isDenied(call) && ask?.answer?.outcome === "answered") {
    return { code: DENIED, message: denialOf(ask) };
  }
  if (state === "interrupted") {
    const said = call.error === null ? "" : withoutFrame(call.error.message);
    const code = call.error?.code ?? "tool_interrupted";
    return { code, message: said || ended[call.endedBy ?? "interrupted"] };
  }
  if (state !== "error") return null;
  const said = call.error === null ? "" : withoutFrame(call.error.message);
  return { code: call.error?.code ?? "tool_error", message: said || "The tool failed and gave no reason." };
}

const DENIED = "permission_denied";

/** A denied call never ran: any other text in its result is for the model. */
export function isDenied(call: ToolCallEntry): boolean {
  return !call.live && call.error?.code === DENIED;
}

function denialOf({ note, answer }: PermissionEntry): string {
  const said = note?.trim() ?? "";
  if (said !== "") return `Denied: ${said}`;
  if (answer?.by?.kind !== "rule") return "Denied";
  return answer.by.name === undefined ? "Denied by a rule" : `Denied by a rule: ${answer.by.name}`;
}

const open = "<tool_use_error>";
const close = "</tool_use_error>";

/** Claude wraps its message to the model about a failed call in tags. */
function withoutFrame(message: string): string {
  const text = message.trim();
  return text.startsWith(open) && text.endsWith(close) ? text.slice(open.length, -close.length).trim() : text;
}
