import { findRun } from "@polylog/core";
import { z } from "zod";
import { Refusal } from "../exchange/refusal.ts";
import { limits } from "../limits.ts";
import { defineTool } from "./polylog-tool.ts";

/** By this every agent can say that a task, or a mission, is at its end. */
export function finalizeTask() {
  return defineTool({
    name: "finalize_task",
    description:
      "Report that a larger task is done, or that it cannot be done. Call it last and once, after everything is checked; " +
      "not for plain answers. A mission that you were prompted with ends with it.",
    input: z.object({
      summary: z
        .string()
        .min(1)
        .max(limits.polylogTools.summaryChars)
        .describe("What was done, and how it was checked."),
      ok: z.boolean().default(true).describe("False if the task could not be done."),
    }),
    call: ({ summary, ok }, { actor, agentId, runId }) =>
      actor.mailbox.run(async () => {
        const run = findRun(actor.conversation, runId);
        if (run === undefined || run.outcome !== null) throw new Refusal("run_over", "This run is over.");
        if (run.parentRunId !== null) {
          throw new Refusal(
            "not_allowed",
            "Only the agent that was given the task can close it: report to it.",
          );
        }
        const body = { type: "finalize_task" as const, agentId, runId, summary, ok };
        await actor.append({ bodies: [body], refusable: true });
        return { closed: true };
      }),
  });
}
