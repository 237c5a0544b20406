import { firstLine } from "../format/first-line.ts";
import { plural } from "../format/quantities.ts";
import type { Tool } from "./card.ts";
import { inputOf, nameIn } from "./input/input.ts";
import { actionTitle, succeeded } from "./output/action-title.ts";
import { outputOf } from "./output/output.ts";
import { proseBlock } from "./output/result-blocks.ts";
import { childRuns, subagentBlock } from "./output/subagent-blocks.ts";

/** A subagent: a small window on its work. It may continue after the call that started it has ended. */
export const task: Tool = {
  names: [
    "task",
    "agent",
    "subagent",
    "spawn_agent",
    "delegate",
    "delegate_task",
    "delegate_to_agent",
    "new_task",
    "collab_agent_tool_call",
  ],
  card: (call, conversation, line) => {
    const input = inputOf(call);
    const prompt = nameIn(input, "prompt", "task", "message", "objective");
    const runs = childRuns(call, conversation);
    const answer = outputOf(call) || null;
    const windows = runs.map((run) =>
      subagentBlock(run, conversation, line, {
        prompt,
        result: runs.length === 1 && run.endedTs !== null ? answer : null,
      }),
    );
    const total = windows.reduce((sum, window) => sum + window.toolCount, 0);
    const isStillRunning = succeeded(call) && runs.some((run) => run.endedTs === null);
    return {
      icon: "subagent",
      ...actionTitle(
        call,
        ["Running subagent", isStillRunning ? "Started subagent" : "Ran subagent", "run subagent"],
        nameIn(input, "description", "name") ?? firstLineOf(prompt ?? runs[0]?.task),
      ),
      summary: total > 0 ? plural(total, "tool call") : null,
      blocks:
        windows.length > 0
          ? windows
          : [...proseBlock(prompt), ...(succeeded(call) ? proseBlock(answer) : [])],
    };
  },
};

function firstLineOf(text: string | null | undefined): string | null {
  return text == null ? null : firstLine(text) || null;
}
