import { describe, expect, test } from "vitest";
import { aCard, cardOf, done, goesOn, pending } from "./call.ts";

describe("to-dos", () => {
  const items = [
    { content: "Fix add", status: "completed" },
    { content: "Run it", status: "in_progress" },
    { content: "Tell", status: "pending" },
  ] as const;

  test.each([
    ["opencode", "todowrite", { todos: items }],
    ["Codex", "update_plan", { plan: items.map(({ content, status }) => ({ step: content, status })) }],
    [
      "Codex app-server",
      "update_plan",
      {
        plan: [
          { step: "Fix add", status: "completed" },
          { step: "Run it", status: "inProgress" },
          { step: "Tell" },
        ],
      },
    ],
    [
      "gemini",
      "write_todos",
      { todos: items.map(({ content, status }) => ({ description: content, status })) },
    ],
  ])("[T18] %s", (_, name, input) => {
    expect(cardOf(done(name, input, "ok"))).toEqual(
      aCard({
        icon: "todo",
        title: "Updated to-dos",
        summary: "1 of 3 done",
        blocks: [{ kind: "todo", items, collapsed: false }],
      }),
    );
  });

  test("[T18] Claude's text of a step in progress is used; a dropped step is marked", () => {
    const todos = [
      { content: "Fix add", status: "in_progress", activeForm: "Fixing add" },
      { content: "Old idea", status: "cancelled" },
      { content: 7 },
      null,
    ];
    expect(cardOf(pending("TodoWrite", { todos }))).toEqual(
      aCard({
        icon: "todo",
        title: "Updating to-dos",
        summary: "1 of 2 done",
        blocks: [
          {
            kind: "todo",
            items: [
              { content: "Fix add", status: "in_progress", activeForm: "Fixing add" },
              { content: "Old idea (cancelled)", status: "completed" },
            ],
            collapsed: false,
          },
        ],
        ...goesOn,
      }),
    );
  });
});

/** A call that waits for a person has no clock. */
