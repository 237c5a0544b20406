import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Text } from "../../src/data/text.ts";
import { Vector } from "../../src/data/vector.ts";
import type { ToolCallEntry, ToolContent } from "../../src/events/tool.ts";
import type { BlockKind } from "../../src/tools/blocks.ts";
import { exploresAs, toolLine, tools } from "../../src/tools/registry.ts";
import { cardOf, pending } from "./call.ts";

const kinds: Readonly<Record<BlockKind, true>> = {
  command: true,
  output: true,
  diff: true,
  code: true,
  text: true,
  files: true,
  links: true,
  todo: true,
  fields: true,
  json: true,
  subagent: true,
  session: true,
  question: true,
  plan: true,
  image: true,
  error: true,
};

const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const names = [
  ...tools.flatMap((tool) => tool.names),
  "mcp__a__b",
  "mcp__acp__",
  "NoSuchTool",
  "__proto__",
  "",
];

/** One name for each card. */
const cards = [...tools.flatMap((tool) => tool.names[0] ?? []), "agents_list", "mcp__a__b", "NoSuchTool"];

/** Texts that a parser looks for. */
const bait = fc.constantFrom(
  "",
  "*** Begin Patch\n*** Update File: a\n@@ x\n-a\n+b\n*** Move to: c",
  "--- a\n+++ b\n@@ -1,9 +0,0 @@\n-x\n\\ no\n@@ -1 +1 @@",
  "@@ -999999999,999999999 +1,1 @@\n+x",
  "diff --git a/x b/x\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x",
  "/bin/bash -lc 'a",
  '{"a": "b',
  '{"status": 1e999, "agents": 1, "results": {"x": 1}}',
  '[{"url": 1}, null, {"url": "javascript:x"}]',
  "Links: [{]",
  "Exit code 99999999999999\nx",
  "HTTP 200",
  "src/a.ts:12:x\n\u202e:3:\n12:",
  "\u001b[31m\u0000\u202ecod\ud800",
  "[".repeat(5000),
  "https://a.example/x\u0000",
  "\n".repeat(3000),
);
const anyText = fc.oneof(bait, fc.string({ unit: "binary", maxLength: 40 }), fc.string({ maxLength: 20 }));

const keys = fc.constantFrom(
  ...[
    "command",
    "cmd",
    "action",
    "cwd",
    "file_path",
    "path",
    "old_string",
    "new_string",
    "edits",
    "changes",
    "kind",
  ],
  ...[
    "type",
    "move_path",
    "diff",
    "unified_diff",
    "content",
    "patch",
    "input",
    "insert_line",
    "view_range",
    "offset",
  ],
  ...[
    "limit",
    "paths",
    "files",
    "pattern",
    "query",
    "queries",
    "url",
    "prompt",
    "description",
    "todos",
    "plan",
  ],
  ...[
    "entries",
    "status",
    "questions",
    "question",
    "options",
    "label",
    "agentId",
    "step",
    "output_mode",
    "source",
  ],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "toJSON", "length", ""],
);

/** JSON of any shape, with the keys that parsers look for; `__proto__` as an own key, as JSON.parse creates it. */
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.constantFrom(null, true, false, 0, -1, 3, 1.5, 1e308, Number.MAX_SAFE_INTEGER),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

const anyContent: fc.Arbitrary<ToolContent> = fc.oneof(
  anyText.map((text) => ({ type: "text" as const, text })),
  fc.record({ type: fc.constant("diff" as const), path: anyText, oldText: anyText, newText: anyText }),
  fc.record({ type: fc.constant("image" as const), mediaType: anyText }),
  fc.record({ type: fc.constant("link" as const), uri: anyText, title: anyText }),
);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const anyCall: fc.Arbitrary<ToolCallEntry> = fc
  .record({
    toolName: fc.oneof(fc.constantFrom(...names), anyText),
    toolKind: maybe(
      fc.constantFrom("read", "edit", "delete", "move", "search", "execute", "fetch", "switch_mode", "x"),
    ),
    title: maybe(anyText),
    input: anyJson,
    inputText: anyText.map((text) => Text.of(text)),
    locations: fc.array(fc.record({ path: anyText, line: fc.nat(99) }), { maxLength: 3 }),
    content: fc.array(anyContent, { maxLength: 3 }),
    output: anyText.map((text) => Text.of(text)),
    result: maybe(anyText),
    error: maybe(fc.record({ code: fc.constantFrom("tool_error", "tool_interrupted"), message: anyText })),
    exitCode: maybe(fc.integer()),
    live: fc.boolean(),
    ok: maybe(fc.boolean()),
    endedBy: maybe(fc.constantFrom("completed" as const, "failed" as const, "cancelled" as const)),
    endedTs: maybe(fc.nat()),
    progress: maybe(fc.record({ elapsedMs: maybe(fc.nat()), message: maybe(anyText) })),
    truncated: maybe(fc.record({ totalChars: fc.nat() })),
    childRunIds: fc.constantFrom(Vector.empty, Vector.from(["nobody", "__proto__"])),
  })
  .map((parts) => ({ ...pending("x"), ...parts }));

function expectGood(call: ToolCallEntry): void {
  const card = cardOf(call);
  const lines = [card.title, card.object ?? "", card.summary ?? "", toolLine(call).text];
  expect(lines.filter((line) => unsafe.test(line) || line.includes("\n"))).toEqual([]);
  expect(card.title).not.toBe("");
  expect(
    card.blocks.filter(
      (block) => kinds[block.kind] !== true || ![true, false, "preview"].includes(block.collapsed),
    ),
  ).toEqual([]);
  for (const block of card.blocks) {
    if (block.kind === "links") expect(block.links.every((link) => /^https?:/i.test(link.url))).toBe(true);
    if (block.kind === "files") expect(block.files.some((file) => unsafe.test(file.path))).toBe(false);
    if (block.kind === "fields") expect(block.fields.some((field) => unsafe.test(field.value))).toBe(false);
  }
  expect(["file", "search", null]).toContain(exploresAs(call));
  expect(JSON.parse(JSON.stringify(card))).toBeTypeOf("object");
}

// Thousands of cards: slow on a busy machine.
describe("whatever an agent sends", () => {
  test("[T24] there is a card, made of known blocks, with harmless lines", () => {
    fc.assert(fc.property(anyCall, expectGood), { numRuns: 3000 });
  });

  test("[T24] for every tool, with the input it looks for", () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        for (const toolName of cards) expectGood({ ...call, toolName });
      }),
      { numRuns: 500 },
    );
  });
});

describe("excessive input", () => {
  const deep = (levels: number, wrap: (inner: unknown) => unknown) => {
    let value: unknown = "x";
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  const long = "a b\n".repeat(1_000_000);
  const shapes: readonly (readonly [string, unknown])[] = [
    ["10,000 lists", deep(10_000, (inner) => [inner])],
    ["10,000 objects", deep(10_000, (inner) => ({ edits: inner, changes: inner, action: inner }))],
    ["a deep field", { command: deep(10_000, (inner) => [inner]), todos: deep(10_000, (inner) => [inner]) }],
    [
      "4 MB of text",
      Object.fromEntries(["command", "content", "old_string", "new_string", "url"].map((key) => [key, long])),
    ],
    [
      "4 MB of one line",
      { command: "x".repeat(4_000_000), path: "y".repeat(4_000_000), pattern: "(".repeat(4_000_000) },
    ],
    [
      "100,000 items",
      { todos: Array(100_000).fill("x"), paths: Array(100_000).fill("y"), edits: Array(100_000).fill({}) },
    ],
    [
      "100,000 fields",
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])),
    ],
  ];

  test.each(shapes)("[T24] %s give a card", (_, input) => {
    for (const toolName of cards) {
      const call = { ...pending(toolName, input), live: false, ok: true, result: long, title: long };
      const card = cardOf(call);
      expect([card.title, card.object ?? "", card.summary ?? ""].every((line) => line.length <= 400)).toBe(
        true,
      );
    }
  });

  test("[T24] 4 MB of streaming input and of JSON as the answer", () => {
    for (const toolName of cards) {
      cardOf({ ...pending(toolName), inputText: Text.of(`{"content": "${"a\\n".repeat(1_300_000)}`) });
      cardOf({
        ...pending(toolName),
        live: false,
        ok: true,
        result: `${"[".repeat(300_000)}${"]".repeat(300_000)}`,
      });
    }
  });
});
