import { type Block, type Group, groupLane } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { askPicture } from "../src/asks/ask-lines.ts";
import { type AskState, startAsk } from "../src/asks/ask-state.ts";
import { emptyEditor } from "../src/input/editor.ts";
import { blockLines } from "../src/render/blocks/block-lines.ts";
import { asciiGlyphs } from "../src/render/glyphs.ts";
import { groupLines } from "../src/render/group-lines.ts";
import { markdownLines } from "../src/render/markdown/markdown.ts";
import { themeOf } from "../src/render/theme.ts";
import { createEncoder } from "../src/terminal/encode.ts";
import { contextOf, textOf, widest } from "./support/context.ts";
import { conversationOf, everything, markdown } from "./support/events.ts";

const conversation = conversationOf(everything);
const { settled, live } = groupLane(conversation, conversation.main);
const groups: readonly Group[] = [...settled.slice(), ...live];

const base = { collapsed: false };
const blocks: readonly Block[] = [
  { ...base, kind: "command", command: "cat <<END\nline \u0007bell\nEND", cwd: "/work" },
  {
    ...base,
    kind: "output",
    text: `${"x".repeat(130)}\n\tindented\n\u001b[1;34mblue\u001b[0m\nold\rnew`,
    excerpt: { from: "end", lines: 20 },
    exitCode: 2,
    totalChars: 9000,
    blobId: null,
  },
  {
    ...base,
    kind: "diff",
    path: "a.ts",
    added: 1,
    removed: 1,
    hunks: [
      {
        heading: "function add",
        lines: [
          { kind: "same", oldLine: 9, newLine: 9, text: "before" },
          {
            kind: "removed",
            oldLine: 10,
            newLine: null,
            text: "return a - b; // a comment that goes on for quite a while",
          },
          { kind: "added", oldLine: null, newLine: 10, text: "return a + b;\u200b" },
        ],
      },
      { heading: null, lines: [{ kind: "added", oldLine: null, newLine: 120, text: "end" }] },
    ],
    excerptLines: 60,
  },
  {
    ...base,
    kind: "code",
    path: "a.ts",
    language: "ts",
    text: "const a = 1;\nconst b = 2;\nconst c = 3;",
    excerpt: { from: "start", lines: 1 },
  },
  { ...base, kind: "text", text: "**Well** done", format: "markdown" },
  { ...base, kind: "text", text: "as *it* is", format: "plain" },
  {
    ...base,
    kind: "files",
    files: [
      { path: "src/a.ts", line: 3, detail: "2 matches" },
      { path: "b.ts", line: null, detail: null },
    ],
  },
  {
    ...base,
    kind: "links",
    links: [{ url: "https://example.com/page", title: "A page", detail: "about it" }],
  },
  {
    ...base,
    kind: "todo",
    items: [
      { content: "One", status: "completed" },
      { content: "Two", status: "in_progress" },
    ],
  },
  { ...base, kind: "fields", fields: [{ name: "query", value: "two\nlines" }] },
  { ...base, kind: "json", text: '{"a":[1,2]}' },
  {
    ...base,
    kind: "subagent",
    childRunId: "run-2",
    prompt: "Look",
    recent: [{ icon: "tool", tone: "done", text: "Read b.ts" }],
    toolCount: 3,
    startedTs: 1000,
    endedTs: 9000,
    result: "Fine.",
  },
  {
    ...base,
    kind: "question",
    questions: [{ question: "Which?", options: [{ label: "red", description: "as a rose" }] }],
  },
  { ...base, kind: "plan", text: "## Steps", items: [{ content: "Build", status: "pending" }] },
  { ...base, kind: "image", mediaType: "image/png", data: null, blobId: null },
  { ...base, kind: "error", code: "oops", message: "It went wrong." },
];

const asking = conversationOf([
  { type: "run_started" },
  {
    type: "permission_request",
    requestId: "p1",
    toolName: "Edit",
    description: "To fix it",
    input: { file_path: "src/add.ts", old_string: "a - b", new_string: "a + b" },
    options: [
      { optionId: "yes", name: "Allow once", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
  },
  {
    type: "permission_request",
    requestId: "p2",
    toolName: "Bash",
    input: { command: "git status --short" },
    options: [
      { optionId: "yes", name: "Allow once", kind: "allow_once" },
      { optionId: "always", name: "Always allow", kind: "allow_always" },
    ],
  },
  {
    type: "permission_request",
    requestId: "p3",
    toolName: "Bash",
    input: {
      command: "npm ci\nnpm run deploy \u202e--force",
      cwd: "/srv",
      dangerouslyDisableSandbox: true,
      target: "prod",
      env: { DEBUG: "1" },
    },
    options: [
      { optionId: "no", name: "Deny", kind: "reject_once" },
      { optionId: "always", name: "Allow", kind: "allow_always" },
      { optionId: "session", name: "Allow in this session", kind: "allow_session" },
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "never", name: "Always reject", kind: "reject_always" },
    ],
  },
  {
    type: "ask_user",
    questionId: "q1",
    questions: [
      {
        question: "Which colours do you like, of those that there are?",
        header: "Colours",
        options: [{ label: "red", description: "as a rose" }, { label: "blue" }],
        multiSelect: true,
      },
    ],
  },
  {
    type: "plan_update",
    planId: "l1",
    text: "Do it **well**.",
    entries: [{ content: "Build", status: "pending" }],
    awaitsApproval: true,
  },
]);
const asks = asking.main.entries.slice().filter((entry) => "askId" in entry);

describe.each([40, 80, 120])("%i columns", (width) => {
  test("[D1] every kind of entry", async () => {
    const lines = groups.flatMap((group) => [...groupLines(group, contextOf(width, conversation)), []]);
    expect(widest(lines)).toBeLessThanOrEqual(width);
    await expect(textOf(lines)).toMatchFileSnapshot(`golden/entries-${width}.txt`);
  });

  test("[D1] every kind of entry in full", () => {
    const context = { ...contextOf(width, conversation), expanded: true };
    const lines = groups.flatMap((group) => groupLines(group, context));
    expect(widest(lines)).toBeLessThanOrEqual(width);
    expect(textOf(lines)).toContain("Let me think.");
  });

  test("[D1] every kind of block", async () => {
    const lines = blocks.flatMap((block) => [...blockLines(block, contextOf(width, conversation)), []]);
    expect(widest(lines)).toBeLessThanOrEqual(width);
    await expect(textOf(lines)).toMatchFileSnapshot(`golden/blocks-${width}.txt`);
  });

  test("[D1] [S18] every kind of ask", async () => {
    const lines = asks.flatMap((entry) => {
      const state: AskState = startAsk(entry);
      const context = contextOf(width, asking);
      const view = { entry, behind: 2, projectRoot: "/code/shop", isReady: true };
      const open = askPicture({ ...view, state }, context, 30).lines;
      const writing = askPicture(
        { ...view, state: { ...state, writing: { ...emptyEditor, text: "my words" } } },
        context,
        30,
      ).lines;
      return [...open, [], ...writing, []];
    });
    expect(widest(lines)).toBeLessThanOrEqual(width);
    await expect(textOf(lines)).toMatchFileSnapshot(`golden/asks-${width}.txt`);
  });

  test("[D2] Markdown", async () => {
    const lines = markdownLines(markdown, contextOf(width));
    expect(widest(lines)).toBeLessThanOrEqual(width);
    await expect(textOf(lines)).toMatchFileSnapshot(`golden/markdown-${width}.txt`);
  });
});

test("[D2] a table that does not fit becomes a list without losing a word", () => {
  const lines = markdownLines(
    "| a | b | c | d | e |\n|-|-|-|-|-|\n| alphabet | beginning | chapter | document | envelope |",
    contextOf(24),
  );
  expect(textOf(lines)).toBe("a: alphabet\nb: beginning\nc: chapter\nd: document\ne: envelope");
});

test("[D4] without color, no color codes are written, and words and glyphs show every state", () => {
  const context = { ...contextOf(80, conversation), theme: themeOf("plain", "dark") };
  const encoder = createEncoder({ colors: false, effects: true, links: false });
  const written = groups.flatMap((group) => groupLines(group, context)).map((line) => encoder.line(line));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches color codes.
  expect(written.join("\n")).not.toMatch(/\x1b\[(?:\d+;)*(?:3|4|9|10)\d(?:;\d+)*m/);
  expect(written.join("\n")).toContain("It did not work out.");
  expect(written.join("\n")).toContain("Interrupted");
});

test("[D4] without Unicode, glyphs are plain letters", () => {
  const ascii = conversationOf([
    { type: "user_message", text: "hi" },
    { type: "run_started" },
    { type: "text_done", responseId: "r", text: "- one" },
    { type: "tool_call_start", callId: "c", toolName: "Bash", input: { command: "ls" } },
  ]);
  const { settled: done, live: open } = groupLane(ascii, ascii.main);
  const context = { ...contextOf(60, ascii), glyphs: asciiGlyphs };
  const lines = [...done.slice(), ...open].flatMap((group) => groupLines(group, context));
  expect(textOf(lines)).toMatch(/^[\x20-\x7e\n]*$/);
});

test("[D4] a screen reader gets words instead of glyphs", () => {
  const context = { ...contextOf(80, conversation), screenReader: true };
  const text = textOf(groups.flatMap((group) => groupLines(group, context)));
  expect(text).toContain("You: Please look at");
  expect(text).toContain("claude: A heading");
  expect(text).toContain("Tool failed: Tried to run exit 3");
});

test("[D4] [D1] screen reader output also fits the window, and an ask is in words", () => {
  for (const width of [40, 80]) {
    const context = { ...contextOf(width, conversation), screenReader: true, glyphs: asciiGlyphs };
    expect(widest(groups.flatMap((group) => groupLines(group, context)))).toBeLessThanOrEqual(width);
  }
  const [permission] = asks;
  if (permission === undefined) throw new Error("There is no ask.");
  const context = { ...contextOf(80, asking), screenReader: true, glyphs: asciiGlyphs };
  const picture = (isReady: boolean, row: number) => {
    const state = { ...startAsk(permission), row };
    return textOf(
      askPicture({ entry: permission, behind: 0, projectRoot: null, isReady, state }, context, 30).lines,
    );
  };
  expect(picture(false, 0)).toBe(picture(true, 0));
  expect(picture(true, 1)).toBe(
    [
      "Needs you: Edit src/add.ts?  claude",
      "  File src/add.ts",
      "  - a - b",
      "  + a + b",
      "  The agent says: To fix it",
      "    1. Allow once",
      "    2. chosen: Reject",
      "    3. Reject with note…",
      "  Number or Enter answers - Esc interrupts",
    ].join("\n"),
  );
  const [, command] = asks;
  if (command === undefined) throw new Error("There is no ask.");
  const state = { ...startAsk(command), offer: 1 };
  expect(
    textOf(
      askPicture({ entry: command, behind: 0, projectRoot: null, isReady: true, state }, context, 30).lines,
    )
      .split("\n")
      .at(-2),
  ).toBe("  Lasting answers apply to git status …. Left and Right change the scope.");
});

test("in full, a message, an answer, a mode change and a notice name the device and role behind them", () => {
  const by = { kind: "user" as const, id: "d1", name: "Pixel\u001b[2J 9", role: "approver" as const };
  const run = { agentId: "claude", runId: "r1" };
  const acted = conversationOf([
    { type: "user_message", text: "Hello", by, ...run },
    { type: "run_started", trigger: "message", ...run },
    {
      type: "permission_request",
      requestId: "a1",
      toolName: "Bash",
      input: { command: "make" },
      options: [],
      ...run,
    },
    { type: "permission_response", requestId: "a1", by, ...run },
    { type: "mode_change", modeId: "plan", by },
    { type: "notice", text: "Rewound to here (event 3).", by },
  ]);
  const lane = groupLane(acted, acted.main);
  const drawn = (expanded: boolean) =>
    [...lane.settled.slice(), ...lane.live].map((group) =>
      textOf(groupLines(group, { ...contextOf(79, acted), expanded })),
    );
  const named = (texts: readonly string[]) => texts.map((text) => text.includes("by Pixel 9 · approver"));
  expect(named(drawn(true))).toEqual([true, true, true, true]);
  expect(named(drawn(false))).toEqual([false, false, false, false]);
});

test("[D11] the last five lines of a command's output are visible, none of another tool's result, and all with Ctrl+O", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const drawn = (toolName: string, expanded: boolean) => {
    const bodies = [
      { type: "run_started" },
      { type: "tool_call_start", callId: "c1", toolName, input: { command: "make" } },
      { type: "tool_result", callId: "c1", toolName, ok: true, result: lines.join("\n") },
    ];
    const made = conversationOf(bodies);
    const [group] = groupLane(made, made.main).settled.slice();
    const text = textOf(groupLines(group as Group, { ...contextOf(80, made), expanded }));
    return text
      .split("\n")
      .filter((line) => /line/.test(line))
      .map((line) => line.replace(/^[\s⎿]+/, ""));
  };
  expect(drawn("Bash", false)).toEqual(["… 25 earlier lines", ...lines.slice(-5)]);
  expect(drawn("Deploy", false)).toEqual([]);
  expect(drawn("Bash", true)).toEqual(lines);
  expect(drawn("Deploy", true)).toEqual(lines);
});
