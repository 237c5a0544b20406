import { z } from "zod";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool, failed } from "../tools/tool.ts";

const input = z.object({
  plan: z
    .string()
    .min(1)
    .describe(
      "The plan in Markdown: the changes, where and in which order you will make them, and how you will check them.",
    ),
});

/**
 * Presents the plan. The user's decision may end plan mode. Offered in plan mode, and to a run whose plan is waiting.
 */
export function exitPlanMode(scope: RunScope): AgentTool {
  return defineTool<z.infer<typeof input>>({
    name: "ExitPlanMode",
    description:
      "Presents your plan to the user, who can approve, change or reject it. Call it when the plan is ready.",
    input,
    effect: "none",
    run: async ({ plan }, { callId }) => {
      const {
        decision,
        plan: changed,
        note,
      } = await scope.ask("plan", callId, (planId) => ({
        ...{ type: "plan_update", planId, callId, entries: [], text: plan, awaitsApproval: true },
        ...scope.runRef,
      }));
      const said = changed === null || changed.trim() === "" ? null : changed;
      switch (decision) {
        case "approve":
        case "edit": {
          const how = said === null ? "" : ` with changes. The plan is now:\n\n${said}`;
          return {
            ok: true,
            text: `The user approved the plan${how || "."}\n\nPlan mode is off. Carry out the plan.`,
          };
        }
        case "reject": {
          const why = note === undefined || note.trim() === "" ? "" : ` They said: “${note.trim()}”`;
          return failed(
            "permission_denied",
            `The user rejected the plan.${why} Ask what they want, or present a revised plan.`,
          );
        }
        case null:
          return failed(
            "not_answered",
            "The user did not decide on the plan, and plan mode is still on. Stop here and report this.",
          );
      }
    },
  });
}
