import { defined, permissionOptions } from "@polylog/core";
import { type AgentTool, failed, type ToolOutcome } from "../tools/tool.ts";
import type { RunScope } from "./run-scope.ts";

/** Whether a call may run. The ask shows the exact object that runs. */

export interface PermissionCall {
  readonly callId: string;
  readonly tool: AgentTool;
  readonly input: unknown;
}

/** Null if the call may run, else a failure for the model. */
export async function checkPermission(
  scope: RunScope,
  { callId, tool, input }: PermissionCall,
): Promise<ToolOutcome | null> {
  const { effect, name: toolName } = tool;
  if (effect === "none" || effect === "read") return null;
  if (scope.mode === "plan" && effect !== "fetch" && scope.openAsk(callId) === null) return planFirst;
  const { option, note } = await scope.ask("permission", callId, (requestId) => ({
    ...{ type: "permission_request", requestId, callId, toolName, input, options: [...permissionOptions] },
    ...defined({ mode: scope.ownMode }),
    ...scope.runRef,
  }));
  // The mode may have changed while the ask was open.
  if (scope.mode === "plan" && effect !== "fetch") return planFirst;
  if (option?.kind.startsWith("allow") === true) return null;
  const said = note === null || note.trim() === "" ? "" : ` They said: “${note.trim()}”.`;
  const advice =
    "Do not try to achieve it in another way. Continue without it, or ask the user what they want instead.";
  return failed(
    "permission_denied",
    option === null ? `This call was not approved. ${advice}` : `The user denied this call.${said} ${advice}`,
  );
}

const planFirst = failed(
  "plan_mode",
  "Plan mode is on: you cannot change or run anything yet. Explore with the read-only tools, then present a plan with ExitPlanMode.",
);
