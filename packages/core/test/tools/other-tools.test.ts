import { describe, expect, test } from "vitest";
import { Text } from "../../src/data/text.ts";
import { aCard, cardOf, done, failed, goesOn, pending, streaming } from "./call.ts";

const fields = (...list: readonly (readonly [name: string, value: string])[]) =>
  ({ kind: "fields", fields: list.map(([name, value]) => ({ name, value })), collapsed: false }) as const;
const output = (text: string, collapsed: true | "preview" = true) => ({
  ...({ kind: "output", text, exitCode: null, totalChars: null, blobId: null } as const),
  ...({ excerpt: { from: "end", lines: 20 }, collapsed } as const),
});
const json = (text: string) => ({ kind: "json", text, collapsed: true }) as const;

describe("MCP tools", () => {
  test("[T2] server, tool and parameters are visible, the result is collapsed", () => {
    expect(cardOf(done("mcp__host__ask_host", { q: "42?" }, "host says: 42?"))).toEqual(
      aCard({
        icon: "plug",
        title: "host - ask_host (MCP)",
        summary: "host says: 42?",
        blocks: [fields(["q", "42?"]), output("host says: 42?")],
      }),
    );
  });

  test("[T2] tools of other servers keep their server's name, Polylog's own do not", () => {
    expect(cardOf(pending("mcp__github__search", { query: "x" }))).toEqual(
      aCard({ icon: "plug", title: "github - search (MCP)", blocks: [fields(["query", "x"])], ...goesOn }),
    );
    expect(cardOf(pending("mcp__claude_ai_Linear__list_issues", {})).title).toBe(
      "claude_ai_Linear - list_issues (MCP)",
    );
    expect(cardOf(pending("mcp__acp__Read", { file_path: "a.ts" })).title).toBe("Reading");
    expect(cardOf(pending("mcp__polylog__agents_list", {})).title).toBe("Listing agents");
  });

  test("[T2] an answer in JSON, images and links", () => {
    const call = done("mcp__web__shot", { url: "https://a.example" }, '{"ok":true}', {
      content: [
        { type: "image", mediaType: "image/png", data: "AAAA" },
        { type: "image", mediaType: "image/png", blobId: "blob-1" },
        { type: "link", uri: "https://a.example/log", title: "Log" },
        { type: "link", uri: "file:///etc/passwd" },
      ],
    });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "plug",
        title: "web - shot (MCP)",
        blocks: [
          fields(["url", "https://a.example"]),
          json('{\n  "ok": true\n}'),
          { kind: "image", mediaType: "image/png", data: "AAAA", blobId: null, collapsed: false },
          { kind: "image", mediaType: "image/png", data: null, blobId: "blob-1", collapsed: false },
          {
            kind: "links",
            links: [{ url: "https://a.example/log", title: "Log", detail: null }],
            collapsed: true,
          },
          { kind: "text", text: "file:///etc/passwd", format: "plain", collapsed: true },
        ],
      }),
    );
  });
});

describe("tools without a dedicated card", () => {
  test("[T21] the agent's title, else the tool's name", () => {
    expect(cardOf(done("frobnicate", { skill: "verify" }, "done\nand more"))).toEqual(
      aCard({
        icon: "tool",
        title: "frobnicate",
        blocks: [fields(["skill", "verify"]), output("done\nand more")],
      }),
    );
    expect(cardOf(pending("invalid", { tool: "x" }, { toolKind: "other", title: "Invalid Tool" }))).toEqual(
      aCard({ icon: "tool", title: "Invalid Tool", blocks: [fields(["tool", "x"])], ...goesOn }),
    );
  });

  test("[T21] values of every shape; those that do not fit are complete and collapsed below", () => {
    const input = {
      text: "line\nline",
      count: 3,
      on: true,
      none: null,
      list: [1, { a: "b" }],
      long: "x".repeat(300),
    };
    expect(cardOf(pending("x", input))).toEqual(
      aCard({
        icon: "tool",
        title: "x",
        blocks: [
          fields(
            ["text", "line line"],
            ["count", "3"],
            ["on", "true"],
            ["none", "null"],
            ["list", '[1, {"a": "b"}]'],
            ["long", `${"x".repeat(199)}…`],
          ),
          json(JSON.stringify(input, null, 2)),
        ],
        ...goesOn,
      }),
    );
  });

  test("[T21] eight parameters are visible", () => {
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, index]));
    const [shown, whole] = cardOf(pending("x", input)).blocks;
    expect(shown).toEqual(
      fields(...Array.from({ length: 8 }, (_, index) => [`p${index}`, `${index}`] as const)),
    );
    expect(whole).toEqual(json(JSON.stringify(input, null, 2)));
  });

  test.each([
    ["a list", [1, 2], "[1, 2]"],
    ["a number", 7, "7"],
    ["plain text", "hello", "hello"],
    ["a truth", false, "false"],
  ])("[T21] input that is %s", (_, input, value) => {
    expect(cardOf(pending("x", input))).toEqual(
      aCard({ icon: "tool", title: "x", blocks: [fields(["input", value])], ...goesOn }),
    );
  });

  test("[T21] its output while it runs, and its changes", () => {
    const call = pending(
      "x",
      {},
      {
        output: Text.of("half"),
        content: [{ type: "diff", path: "a", oldText: "x", newText: "y" }],
      },
    );
    expect(cardOf(call).blocks).toEqual([
      {
        kind: "diff",
        path: "a",
        added: 1,
        removed: 1,
        hunks: [
          {
            heading: null,
            lines: [
              { kind: "removed", oldLine: 1, newLine: null, text: "x" },
              { kind: "added", oldLine: null, newLine: 1, text: "y" },
            ],
          },
        ],
        excerptLines: 60,
        collapsed: false,
      },
      output("half", "preview"),
    ]);
  });

  test("[T21] a cut answer is shown verbatim, with its full length", () => {
    const call = done("x", {}, '{"half": [', { truncated: { totalChars: 9000, blobId: "b" } });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "tool",
        title: "x",
        state: "truncated",
        blocks: [{ ...output('{"half": ['), totalChars: 9000, blobId: "b" }],
      }),
    );
  });
});

describe("streaming input", () => {
  test.each([
    ["Bash", '{"command": "npm te', { icon: "terminal", title: "Running", object: "npm te" }],
    ["Read", '{"file_path": "/project/src/ad', { icon: "read", title: "Reading", object: "/project/src/ad" }],
    ["Grep", '{"pattern": "TODO", "path": "sr', { icon: "search", title: "Searching", object: "TODO in sr" }],
    ["Task", '{"description": "Look', { icon: "subagent", title: "Running subagent", object: "Look" }],
    ["WebSearch", '{"query": "poly', { icon: "globe", title: "Searching the web", object: "poly" }],
    ["Edit", "", { icon: "edit", title: "Editing", object: null }],
  ] as const)("[T22] %s shows its known parts", (name, inputText, known) => {
    const { icon, title, object } = cardOf(streaming(name, inputText));
    expect({ icon, title, object }).toEqual(known);
  });

  test("[T22] an edit whose new text has not arrived is not shown as a deletion", () => {
    const path = "/project/src/add.js";
    expect(cardOf(streaming("Edit", `{"file_path": "${path}", "old_string": "a - b"`))).toEqual(
      aCard({ icon: "edit", title: "Editing", object: path, ...goesOn }),
    );
    const both = cardOf(
      streaming("Edit", `{"file_path": "${path}", "old_string": "a - b", "new_string": "a +`),
    );
    expect([both.added, both.removed]).toEqual([1, 1]);
  });

  test("[T22] once the input is complete, it is parsed as a whole", () => {
    expect(
      cardOf(streaming("TodoWrite", '{"todos": [{"content": "a", "status": "completed"}]}')).summary,
    ).toBe("1 of 1 done");
  });

  test("[T22] any tool shows its parameters as they arrive", () => {
    expect(cardOf(streaming("mcp__a__b", '{"query": "half of i')).blocks).toEqual([
      fields(["query", "half of i"]),
    ]);
  });
});

test("[T5] a failure of any tool shows its reason below its parameters", () => {
  expect(cardOf(failed("mcp__a__b", { x: 1 }, "Not found"))).toEqual(
    aCard({
      icon: "plug",
      title: "a - b (MCP)",
      summary: "Not found",
      state: "error",
      blocks: [
        fields(["x", "1"]),
        { kind: "error", code: "tool_error", message: "Not found", collapsed: false },
      ],
    }),
  );
});
