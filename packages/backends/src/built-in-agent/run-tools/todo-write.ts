import { z } from "zod";
import { limits } from "../limits.ts";
import type { RunScope } from "../run/run-scope.ts";
import { type AgentTool, defineTool } from "../tools/tool.ts";

const input = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().min(1).describe("What is to be done."),
        status: z.enum(["pending", "in_progress", "completed"]),
        activeForm: z.string().optional().describe('As it reads while it is done: "Running the tests".'),
      }),
    )
    .max(limits.todos)
    .describe("The whole list; it takes the place of the last one."),
});

export function todoWrite(scope: RunScope): AgentTool {
  return defineTool<z.infer<typeof input>>({
    name: "TodoWrite",
    description:
      "Keeps the list of what is to be done, which the user sees. Use it for work of three or more steps: write the list " +
      "first, keep exactly one item in progress, and mark an item completed as soon as it is.",
    input,
    effect: "none",
    run: async ({ todos }, { callId }) => {
      await scope.emit({ type: "todo_update", items: todos, callId, ...scope.runRef });
      const done = todos.filter(({ status }) => status === "completed").length;
      return { ok: true, text: `The list is kept: ${done} of ${todos.length} done.` };
    },
  });
}
