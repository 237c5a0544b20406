import { z } from "zod";
import { limits } from "../limits.ts";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool, failed } from "../tools/tool.ts";

const input = z.object({
  questions: z
    .array(
      z.object({
        question: z.string().min(1),
        header: z.string().optional().describe("A label of one or two words."),
        options: z
          .array(z.object({ label: z.string().min(1), description: z.string().optional() }))
          .max(limits.options)
          .default([])
          .describe("Answers to choose from. The user can always type a different one."),
        multiSelect: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(limits.questions),
});

export function askUser(scope: RunScope): AgentTool {
  return defineTool<z.infer<typeof input>>({
    name: "AskUser",
    description:
      "Asks the user questions and waits for the answers. Use it only if you cannot continue well without them. Do not ask " +
      "for anything that you can find out yourself.",
    input,
    effect: "none",
    run: async ({ questions }, { callId }) => {
      const { answers } = await scope.ask("question", callId, (questionId) => ({
        ...{ type: "ask_user", questionId, callId, questions },
        ...scope.runRef,
      }));
      if (answers === null) {
        return failed(
          "not_answered",
          "The user did not answer. Continue with the best assumption, and state it in your report.",
        );
      }
      const lines = answers.map(({ question, answer }) => `${question}\n→ ${[answer].flat().join(", ")}`);
      return { ok: true, text: lines.join("\n\n") || "The user gave no answer." };
    },
  });
}
