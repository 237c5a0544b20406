import type { Tool } from "./card.ts";
import { inputOf } from "./input/input.ts";
import { tense } from "./output/action-title.ts";
import { checklistIn, doneOf } from "./output/checklist.ts";

/** The agent's own to-do list. */
export const todo: Tool = {
  names: ["todo_write", "update_plan", "write_todos", "todo", "todo_list", "todos"],
  card: (call) => {
    const items = checklistIn(inputOf(call));
    return {
      icon: "todo",
      title: tense(call, ["Updating to-dos", "Updated to-dos", "update to-dos"]),
      object: null,
      summary: doneOf(items),
      blocks: items.length === 0 ? [] : [{ kind: "todo", items, collapsed: false }],
    };
  },
};
