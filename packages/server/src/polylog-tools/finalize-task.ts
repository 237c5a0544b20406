import { findRun } from "@polylog/core";
import { z } from "zod";
import { Refusal } from "../exchange/refusal.ts";
import { limits } from "../limits.ts";
import { defineTool } from "./polylog-tool.ts";

/** Lets every agent report the end of a task or a mission. */
export function finalizeTask() {
  return defineTool({
    name: "finalize_task",
    description:
      "Report that a larger task is done, or that it cannot be done. Call it once, at the very end, after verifying everything; " +
      "do not call it for plain answers. If you work on a mission, this ends it.",
    input: z.object({
      summary: z
        .string()
        .min(1)
        .max(limits.polylogTools.summaryChars)
        .describe("A summary of the work, and how it was verified."),
      ok: z.boolean().default(true).describe("False if the task could not be done."),
    }),
    call: ({ summary, ok }, { actor, agentId, runId }) =>
      actor.mailbox.run(async () => {
        const run = findRun(actor.conversation, runId);
        if (run === undefined || run.outcome !== null) throw new Refusal("run_over", "This run has ended.");
        if (run.parentRunId !== null) {
          throw new Refusal(
            "not_allowed",
            "Only the agent that received the task can finalize it. Report your result to that agent.",
          );
        }
        const body = { type: "finalize_task" as const, agentId, runId, summary, ok };
        await actor.append({ bodies: [body], refusable: true });
        return { closed: true };
      }),
  });
}
