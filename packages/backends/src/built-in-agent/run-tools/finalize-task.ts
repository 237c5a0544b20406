import { z } from "zod";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool } from "../tools/tool.ts";

const input = z.object({
  summary: z.string().min(1).describe("The work that you did, and how you checked it."),
  ok: z.boolean().default(true).describe("False if you could not complete the task."),
});

/** Calling this tool ends the run. */
export function finalizeTask(scope: RunScope, finish: () => void): AgentTool {
  return defineTool<z.infer<typeof input>>({
    name: "finalize_task",
    description:
      "Ends a larger task with a report for the user. Call it last and alone, after you have finished and checked everything. " +
      "Do not use it for plain answers.",
    input,
    effect: "none",
    run: async ({ summary, ok }) => {
      await scope.emit({ type: "finalize_task", summary, ok, ...scope.runRef });
      finish();
      return { ok: true, text: "The task is finished." };
    },
  });
}
