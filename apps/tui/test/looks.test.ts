import { emptyConversation, type Run } from "@polylog/core";
import { expect, test } from "vitest";
import { type StatusView, statusLine } from "../src/app/frame/status-line.ts";
import { checklistLines } from "../src/render/blocks/checklist.ts";
import { entryLines } from "../src/render/entries/entry-lines.ts";
import { plainText } from "../src/text/style.ts";
import { contextOf, textOf } from "./support/context.ts";
import { conversationOf } from "./support/events.ts";

const quiet: StatusView = {
  ...{
    run: null,
    isCancelling: false,
    shell: null,
    connection: "live",
    reason: null,
    words: "Thinking",
    turn: 0,
  },
};
const { nowMs } = contextOf(80);
const runSince = (seconds: number) => ({ runId: "r", startedTs: nowMs - seconds * 1000 }) as Run;
const said = (view: StatusView) =>
  plainText(statusLine(view, contextOf(80, emptyConversation)) ?? []).replace(/^\S+ /, "");

test.each([
  [9, "Thinking · Esc interrupts"],
  [10, "Thinking · 10 s · Esc interrupts"],
])("[D6] after %i seconds the status shows: %s", (seconds, status) => {
  expect(said({ ...quiet, run: runSince(seconds) })).toBe(status);
});

test("[D6] the status names a running call, and the clock pauses during an ask", () => {
  const bash = { callId: "c1", toolName: "Bash", input: { command: "npm test" } };
  const asked = {
    requestId: "p1",
    toolName: "Bash",
    options: [{ optionId: "y", name: "Yes", kind: "allow_once" }],
  };
  const conversation = conversationOf([
    { type: "run_started", ts: nowMs - 60_000 },
    { type: "permission_request", ...asked, ts: nowMs - 55_000 },
    { type: "permission_response", requestId: "p1", optionId: "y", ts: nowMs - 10_000 },
    { type: "tool_call_start", ...bash, ts: nowMs - 10_000 },
  ]);
  const run = conversation.runs.get(0) as Run;
  const line = statusLine({ ...quiet, run }, contextOf(80, conversation)) ?? [];
  expect(plainText(line)).toContain("Running npm test · 15 s · Esc interrupts");
});

test("[D6] the status line shows a ! command and a cancelled run", () => {
  const shell = { command: "npm test", startedTs: nowMs - 12_000, isStopping: false };
  expect(said({ ...quiet, shell })).toBe("Running npm test · 12 s · Esc stops it");
  expect(said({ ...quiet, shell: { ...shell, isStopping: true } })).toBe("Stopping npm test · 12 s");
  expect(said({ ...quiet, run: runSince(1), isCancelling: true })).toBe("Cancelling…");
});

test("[D7] a truncated result has a warning glyph and color", () => {
  const conversation = conversationOf([
    { type: "run_started" },
    { type: "tool_call_start", callId: "c", toolName: "Read", input: { file_path: "a.ts" } },
    {
      ...{ type: "tool_result", callId: "c", toolName: "Read", ok: true, result: "x" },
      truncated: { totalChars: 90_000, blobId: "b" },
    },
  ]);
  const call = conversation.main.entries.slice().find(({ kind }) => kind === "tool_call");
  if (call === undefined) throw new Error("there is no call");
  const context = contextOf(80, conversation);
  const [first] = entryLines(call, context);
  expect([first?.[0]?.text.trim(), first?.[0]?.style]).toEqual(["⚠", context.theme.waiting]);
});

test("[D8] high and low priority are shown", () => {
  const lines = checklistLines(
    [
      { content: "One", status: "pending", priority: "high" },
      { content: "Two", status: "pending", priority: "medium" },
      { content: "Three", status: "completed", priority: "low" },
    ],
    contextOf(40),
  );
  expect(textOf(lines).replace(/^\S+ /gm, "")).toBe("One (high)\nTwo\nThree (low)");
});
