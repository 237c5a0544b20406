import { defined } from "../../defined.ts";
import type { TodoItem } from "../../events/work.ts";
import { type Fields, fieldsOf, listIn, nameIn } from "../input/input.ts";

const states: ReadonlyMap<string, TodoItem["status"]> = new Map([
  ["in_progress", "in_progress"],
  ["inprogress", "in_progress"],
  ["doing", "in_progress"],
  ["active", "in_progress"],
  ["completed", "completed"],
  ["complete", "completed"],
  ["done", "completed"],
  ["cancelled", "completed"],
  ["canceled", "completed"],
]);

/** The steps of a to-do list or a plan, whatever names the agent uses for the fields. */
export function checklistIn(input: Fields): readonly TodoItem[] {
  return listIn(input, "todos", "plan", "items", "entries", "steps", "tasks").flatMap((value) => {
    const fields = typeof value === "string" ? { content: value } : fieldsOf(value);
    const content = nameIn(fields, "content", "step", "text", "description", "title", "task", "subject");
    if (content === null) return [];
    const state = nameIn(fields, "status", "state")?.toLowerCase() ?? "";
    const activeForm = nameIn(fields, "activeForm", "active_form");
    const dropped = state.startsWith("cancel");
    return [
      {
        content: dropped ? `${content} (cancelled)` : content,
        status: states.get(state) ?? "pending",
        ...defined({ activeForm }),
      },
    ];
  });
}

/** "1 of 3 done". */
export function doneOf(items: readonly TodoItem[]): string | null {
  const done = items.filter((item) => item.status === "completed").length;
  return items.length === 0 ? null : `${done} of ${items.length} done`;
}
