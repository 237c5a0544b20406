import type { Schema } from "../conversation.ts";
import { fill, named } from "./fill-input.ts";

/** The input of a question tool. Some take a list of questions, others a single one. */
export function askInput(
  schema: Schema,
  question: string,
  given: readonly string[],
): Record<string, unknown> {
  const options = given.length === 0 ? ["Yes", "No"] : given;
  const many = schema.properties?.questions;
  if (many === undefined)
    return fill(schema, questionValues(schema, question, options), { question, options });
  const one = many.items ?? {};
  const bare = {
    question,
    header: "Question",
    options: options.map((label) => ({ label, description: label })),
  };
  return fill(schema, { questions: [fill(one, questionValues(one, question, options), bare)] }, {});
}

function questionValues(schema: Schema, question: string, options: readonly string[]) {
  const item = schema.properties?.options?.items ?? schema.properties?.choices?.items ?? {};
  const asObjects = item.properties !== undefined || item.type === "object";
  const choices = options.map((label) =>
    asObjects ? fill(item, { label, value: label, name: label, description: label }, { label }) : label,
  );
  return {
    ...named(["question", "text", "prompt", "message"], question),
    ...named(["header", "title"], "Question"),
    ...named(["options", "choices"], choices),
    ...named(["multiSelect", "multi_select", "multiple"], false),
    id: "question",
    ...(schema.properties?.type?.enum?.includes("choice") ? { type: "choice" } : {}),
  };
}

type Item = { readonly content: string; readonly status: "completed" | "in_progress" | "pending" };

/** `[x] item` is done and `[>] item` is in progress. Without marks, the first item is in progress. */
export function planItems(items: readonly string[]): Item[] {
  const anyMarked = items.some((item) => /^\[[x> ]\]/.test(item));
  return items.map((item, index) => {
    const mark = /^\[([x> ])\]\s*/.exec(item);
    const content = item.slice(mark?.[0].length ?? 0);
    if (mark?.[1] === "x") return { content, status: "completed" };
    const isInProgress = anyMarked ? mark?.[1] === ">" : index === 0;
    return { content, status: isInProgress ? "in_progress" : "pending" };
  });
}

/** The input of a to-do tool. */
export function todoInput(schema: Schema, given: readonly string[]): Record<string, unknown> {
  const items = planItems(given);
  const list = schema.properties?.todos ?? schema.properties?.plan ?? schema.properties?.items;
  const each = items.map((item, index) =>
    fill(
      list?.items ?? {},
      {
        ...named(["content", "step", "description", "text", "title"], item.content),
        activeForm: item.content,
        status: item.status,
        priority: "medium",
        id: String(index + 1),
      },
      item,
    ),
  );
  return fill(schema, named(["todos", "plan", "items"], each), { todos: each });
}
