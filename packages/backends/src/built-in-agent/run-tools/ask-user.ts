import { z } from "zod";
import { limits } from "../limits.ts";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool, failed } from "../tools/tool.ts";

const input = z.object({
  questions: z
    .array(
      z.object({
        question: z.string().min(1),
        header: z.string().optional().describe("One or two words that name it."),
        options: z
          .array(z.object({ label: z.string().min(1), description: z.string().optional() }))
          .max(limits.options)
          .default([])
          .describe("Answers to choose from; the user may always give another."),
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
      "Asks the user and waits for the answer. Use it only where the work cannot go on well without knowing: what you can " +
      "find out yourself, find out.",
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
          "Nobody answered. Go on with what seems best, and say what you assumed.",
        );
      }
      const lines = answers.map(({ question, answer }) => `${question}\n→ ${[answer].flat().join(", ")}`);
      return { ok: true, text: lines.join("\n\n") || "The user gave no answer." };
    },
  });
}
