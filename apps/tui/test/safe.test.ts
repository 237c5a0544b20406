import { exactText } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { askPicture } from "../src/asks/ask-lines.ts";
import { startAsk } from "../src/asks/ask-state.ts";
import { entryLines } from "../src/render/entries/entry-lines.ts";
import { cleanText } from "../src/safe/clean-text.ts";
import { outputLines } from "../src/safe/program-output.ts";
import { createEncoder, isAddress } from "../src/terminal/encode.ts";
import { Screen } from "../src/terminal/screen.ts";
import type { Line } from "../src/text/style.ts";
import { contextOf, textOf } from "./support/context.ts";
import { conversationOf } from "./support/events.ts";
import { Headless } from "./support/headless.ts";

const fragments = [
  "\x1b",
  "\x1b[",
  "\x1b]",
  "\x1bP",
  "\x1b_",
  "\x1b^",
  "\x1b\\",
  "\x07",
  "\x08",
  "\r",
  "\n",
  "\t",
  "\x0b",
  "\x0c",
  "\x0e",
  "\x0f",
  "\x7f",
  "\x9b",
  "\x9d",
  "\x90",
  "\x9c",
  "\x85",
  "\x84",
  "\x8d",
  "2J",
  "H",
  "1A",
  "31m",
  "0m",
  "1;1H",
  "?1049h",
  "?25l",
  "?1000h",
  "6n",
  "c",
  ">c",
  "5n",
  "0;evil",
  "52;c;ZXZpbA==",
  "8;;http://x",
  "11;?",
  "4;1;?",
  "$q",
  "c\x1b",
  "[",
  "]",
  ";",
  "m",
  "\u202e",
  "\u2066",
  "\u200b",
  "\u2028",
  "\ufeff",
  "\u{e0041}",
  "\ud800",
  "text",
  " ",
  "**",
  "`",
  "```\n",
  "| a |",
  "[l](http://x.y/\x1b]0;t\x07)",
  "https://x.y/\x9d",
  "- ",
  "\x1b\x1b[2J",
  "\x1b[\x1b[31m2J",
  "\x1b(0",
  "\x1b#8",
  "\x1bc",
] as const;

const hostile = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.join(""));

/** Every path by which agent text reaches the screen. */
function linesFrom(text: string): Line[] {
  const conversation = conversationOf([
    { type: "user_message", text },
    { type: "run_started" },
    { type: "text_done", responseId: "r1", text },
    { type: "thinking_done", responseId: "r2", text },
    {
      type: "tool_call_start",
      callId: "c1",
      toolName: `Tool${text}`,
      input: { command: text, path: text },
      title: text,
    },
    { type: "tool_result", callId: "c1", toolName: "Tool", ok: true, result: text },
    { type: "tool_call_start", callId: "c2", toolName: "Bash", input: { command: text } },
    {
      type: "tool_result",
      callId: "c2",
      toolName: "Bash",
      ok: false,
      result: text,
      error: { code: "x", message: text },
    },
    { type: "notice", text },
    { type: "backend_raw", line: text },
    { type: "error", code: text || "x", message: text },
    {
      type: "permission_request",
      requestId: "p",
      toolName: text || "x",
      input: { command: text },
      options: [{ optionId: "a", name: text, kind: "allow_once" }],
    },
  ]);
  const context = { ...contextOf(79, conversation), expanded: true };
  return conversation.main.entries
    .slice()
    .flatMap((entry) => [
      ...entryLines(entry, context),
      ...("askId" in entry
        ? askPicture(
            { entry, state: startAsk(entry), behind: 0, projectRoot: null, isReady: true },
            context,
            40,
          ).lines
        : []),
    ]);
}

test("[S17] 2,000 hostile texts: the terminal executes nothing and shows the visible text", async () => {
  const encoder = createEncoder({ colors: true, effects: true, links: true });
  const texts = fc.sample(hostile, { numRuns: 2000, seed: 17 });
  const headless = new Headless();
  const before = headless.modes();
  for (let at = 0; at < texts.length; at += 50) {
    const lines = texts.slice(at, at + 50).flatMap(linesFrom);
    headless.terminal.reset();
    const screen = new Screen(80, {
      write: headless.write,
      encoder,
      reflows: true,
      synchronized: false,
      shifts: true,
    });
    screen.draw({ settled: lines, live: [[]], cursor: { row: 0, column: 0 } });
    await headless.settled();
    const shown = textOf(lines).replace(/\n+$/, "").split("\n");
    // The scrollback is bounded, so only its end remains.
    expect(headless.lines()).toEqual(shown.slice(-headless.lines().length));
    expect([headless.terminal.buffer.active.cursorX, headless.terminal.buffer.active.type]).toEqual([
      0,
      "normal",
    ]);
  }
  expect(headless.obeyed).toEqual([]);
  expect(headless.modes()).toBe(before);
});

test("[S17] only our own colors, effects and links are written", () => {
  const encoder = createEncoder({ colors: true, effects: true, links: true });
  fc.assert(
    fc.property(hostile, (text) => {
      for (const line of linesFrom(text)) {
        const written = encoder.line(line);
        // biome-ignore-start lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
        const left = written
          .replace(/\x1b\[[\d;]*m/g, "")
          .replace(/\x1b\]8;;(?:https?:\/\/[\x21-\x7e]+)?\x1b\\/g, "");
        expect(left).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        // biome-ignore-end lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
      }
    }),
    { numRuns: 100 },
  );
});

test("[S17] cleaning is idempotent, and removing a sequence creates no other", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
    }),
  );
  expect(cleanText("\x1b[\x1b[31m2Jx")).toBe("2Jx");
});

test("[S17] a program's own colors stay, and every other sequence is removed", () => {
  expect(outputLines("a\x1b[1;31mred\x1b[0m\x1b[2Jb\x1b]0;t\x07c\nold\rnew")).toEqual([
    [
      { text: "a", style: {} },
      { text: "red", style: { bold: true, color: 1 } },
      { text: "b", style: {} },
      { text: "c", style: {} },
    ],
    [{ text: "new", style: {} }],
  ]);
});

test("[S17] a link's address cannot end its sequence", () => {
  expect(
    ["https://a.b/c", "http://a.b/\x07", "javascript:x", "https://a.b/ c", `https://${"x".repeat(3000)}`].map(
      isAddress,
    ),
  ).toEqual([true, false, false, false, false]);
});

test("[S18] every hidden character of a command is shown by its code", () => {
  const hidden = [
    "\u0000",
    "\u0007",
    "\u001b",
    "\u007f",
    "\u0085",
    "\u00a0",
    "\u00ad",
    "\u200b",
    "\u200d",
    "\u202e",
    "\u2066",
    "\u3000",
    "\ufeff",
    "\u{e0041}",
  ];
  const command = `rm ${hidden.join("x")}`;
  const conversation = conversationOf([
    { type: "run_started" },
    {
      type: "permission_request",
      requestId: "p",
      toolName: "Write",
      input: { file_path: "a", content: command },
      options: [],
    },
  ]);
  const entry = conversation.main.entries.slice().find((each) => "askId" in each);
  if (entry === undefined || !("askId" in entry)) throw new Error("there is no ask");
  const { lines } = askPicture(
    { entry, state: startAsk(entry), behind: 0, projectRoot: null, isReady: true },
    contextOf(300, conversation),
    40,
  );
  expect(textOf(lines)).toContain(exactText(command));
  expect(exactText(hidden.join(""))).toMatch(/^(?:⟨U\+[0-9A-F]{4,6} [^⟩]+⟩){14}$/);
});

test("[S18] hidden lines are counted", () => {
  const command = Array.from({ length: 50 }, (_, at) => `echo ${at}`).join("\n");
  const conversation = conversationOf([
    { type: "run_started" },
    {
      type: "permission_request",
      requestId: "p",
      toolName: "Bash",
      input: { command },
      options: [{ optionId: "a", name: "Allow", kind: "allow_once" }],
    },
  ]);
  const entry = conversation.main.entries.slice().find((each) => "askId" in each);
  if (entry === undefined || !("askId" in entry)) throw new Error("there is no ask");
  const { lines } = askPicture(
    { entry, state: startAsk(entry), behind: 0, projectRoot: null, isReady: true },
    contextOf(80, conversation),
    14,
  );
  expect(textOf(lines)).toMatch(/⚠ \d+ more lines hidden\. Ctrl\+O shows all/);
});
