import { defined, permissionOptions } from "@polylog/core";
import { type AgentTool, failed, type ToolOutcome } from "../tools/tool.ts";
import type { RunScope } from "./run-scope.ts";

/** Whether a call may run. What is asked for is the very object that runs. */

export interface PermissionCall {
  readonly callId: string;
  readonly tool: AgentTool;
  readonly input: unknown;
}

/** Null where it may run, else what the model is told. */
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
  // The mode may have changed while the ask waited.
  if (scope.mode === "plan" && effect !== "fetch") return planFirst;
  if (option?.kind.startsWith("allow") === true) return null;
  const said = note === null || note.trim() === "" ? "" : ` They said: “${note.trim()}”.`;
  const advice = "Do not try it again in another way; go on without it, or ask what they want instead.";
  return failed(
    "permission_denied",
    option === null
      ? `Nobody allowed this call. ${advice}`
      : `The user did not allow this call.${said} ${advice}`,
  );
}

const planFirst = failed(
  "plan_mode",
  "This is plan mode: nothing is changed or run yet. Look around with the reading tools, then present a plan with ExitPlanMode.",
);
