import { z } from "zod";
import { limits } from "../limits.ts";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool } from "../tools/tool.ts";

const input = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().min(1).describe("The task."),
        status: z.enum(["pending", "in_progress", "completed"]),
        activeForm: z
          .string()
          .optional()
          .describe('The task in the continuous form, such as "Running the tests".'),
      }),
    )
    .max(limits.todos)
    .describe("The complete list. It replaces the previous one."),
});

export function todoWrite(scope: RunScope): AgentTool {
  return defineTool<z.infer<typeof input>>({
    name: "TodoWrite",
    description:
      "Updates the to-do list, which the user sees. Use it for work with three or more steps: write the list " +
      "first, keep exactly one item in progress, and mark each item completed as soon as it is done.",
    input,
    effect: "none",
    run: async ({ todos }, { callId }) => {
      await scope.emit({ type: "todo_update", items: todos, callId, ...scope.runRef });
      const done = todos.filter(({ status }) => status === "completed").length;
      return { ok: true, text: `List updated: ${done} of ${todos.length} done.` };
    },
  });
}
