import { z } from "zod";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool, failed } from "../tools/tool.ts";

const input = z.object({
  plan: z
    .string()
    .min(1)
    .describe("The plan in Markdown: what will be changed, where, in which order, and how it is checked."),
});

/** Offered in plan mode only, and to a run whose plan waits: presents the plan, and what the person decides ends the mode or not. */
export function exitPlanMode(scope: RunScope): AgentTool {
  return defineTool<z.infer<typeof input>>({
    name: "ExitPlanMode",
    description:
      "Presents your plan to the user, who approves it, changes it or rejects it. Call it when the plan is ready.",
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
          const how = said === null ? "" : ` with changes. It now reads:\n\n${said}`;
          return {
            ok: true,
            text: `The user approved the plan${how || "."}\n\nPlan mode is over: carry it out.`,
          };
        }
        case "reject": {
          const why = note === undefined || note.trim() === "" ? "" : ` They said: “${note.trim()}”`;
          return failed(
            "permission_denied",
            `The user rejected the plan.${why} Ask what they want, or present another plan.`,
          );
        }
        case null:
          return failed(
            "not_answered",
            "Nobody decided on the plan. It is still plan mode: end here and say so.",
          );
      }
    },
  });
}
