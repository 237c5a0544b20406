import { expect, test } from "vitest";
import { limits } from "../../src/index.ts";
import { toolCall } from "../expected.ts";
import type { Body } from "../log.ts";
import { conversationOf, entriesOf } from "../log.ts";

const start = (callId: string, more: object = {}): Body => ({
  type: "tool_call_start",
  callId,
  toolName: "Bash",
  ...more,
});
const output = (callId: string, offset: number, delta: string, more: object = {}): Body => ({
  type: "tool_output_delta",
  callId,
  offset,
  delta,
  ...more,
});
const result = (callId: string, more: object = {}): Body => ({
  type: "tool_result",
  callId,
  toolName: "Bash",
  ok: true,
  ...more,
});

test("[F5] a tool call is added as pending, with everything that its start states", () => {
  const conversation = conversationOf(
    start("c1", {
      toolName: "mcp__acp__Read",
      kind: "read",
      title: "Read a.ts",
      input: { path: "a.ts" },
      locations: [{ path: "a.ts", line: 3 }],
      responseId: "r1",
    }),
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", {
      seq: 1,
      live: true,
      toolName: "Read",
      rawName: "mcp__acp__Read",
      toolKind: "read",
      title: "Read a.ts",
      input: { path: "a.ts" },
      locations: [{ path: "a.ts", line: 3 }],
      responseId: "r1",
    }),
  ]);
});

test("[F5] only the prefix of Polylog's own servers is removed from a tool's name", () => {
  const conversation = conversationOf(start("c1", { toolName: "mcp__github__search" }));
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 1, live: true, toolName: "mcp__github__search" }),
  ]);
});

test("[F6] results find their calls by id, in any order and at any distance", () => {
  const conversation = conversationOf(
    start("a"),
    start("b"),
    { type: "user_message", text: "hello" },
    result("b", { result: "two" }),
    result("a", { result: "one", durationMs: 12, exitCode: 0 }),
  );
  const [first, second] = entriesOf(conversation);
  expect([first, second]).toEqual([
    toolCall("a", {
      seq: 5,
      ts: 1001,
      ok: true,
      result: "one",
      durationMs: 12,
      exitCode: 0,
      endedTs: 1005,
    }),
    toolCall("b", { seq: 4, ts: 1002, ok: true, result: "two", endedTs: 1004 }),
  ]);
});

test("[F6] the same id in another run is another call", () => {
  const conversation = conversationOf(
    start("call_0"),
    { ...start("call_0"), runId: "run-2" } as Body,
    { ...result("call_0", { result: "second" }), runId: "run-2" } as Body,
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("call_0", { seq: 1, live: true }),
    toolCall("call_0", {
      key: "run-2/call/call_0",
      runId: "run-2",
      seq: 3,
      ts: 1002,
      ok: true,
      result: "second",
      endedTs: 1003,
    }),
  ]);
});

test("[F6] a repeated start updates its call in place and keeps fields that the new one leaves empty", () => {
  const content = [{ type: "diff" as const, path: "a.ts", oldText: "a", newText: "b" }];
  const conversation = conversationOf(
    start("c1", { title: "Terminal", input: {}, content, locations: [{ path: "a.ts" }] }),
    start("c1", { title: "ls", input: { command: "ls" }, content: [], locations: [] }),
    start("c1", { input: {} }),
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", {
      seq: 3,
      ts: 1002,
      live: true,
      title: "ls",
      input: { command: "ls" },
      content,
      locations: [{ path: "a.ts" }],
    }),
  ]);
});

test("[F7] output that arrives before its call waits for it", () => {
  const early = conversationOf(output("c1", 0, "one\n"), output("c1", 4, "two\n"));
  expect(entriesOf(early)).toEqual([]);
  const conversation = conversationOf(output("c1", 0, "one\n"), start("c1"), output("c1", 4, "two\n"));
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 3, ts: 1002, live: true, output: "one\ntwo\n" }),
  ]);
});

test("[F7] a run that ends shows the output of calls that never arrived", () => {
  const conversation = conversationOf(output("c1", 0, "one\n", { toolName: "Grep" }), {
    type: "run_ended",
    outcome: "completed",
  });
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 2, toolName: "Grep", output: "one\n", endedBy: "completed" }),
  ]);
});

test("[F8] a result without a call creates the call", () => {
  const conversation = conversationOf(result("c9", { toolName: "Read", result: "text" }));
  expect(entriesOf(conversation)).toEqual([
    toolCall("c9", { seq: 1, toolName: "Read", ok: true, result: "text", endedTs: 1001 }),
  ]);
});

test("[F9] the first result counts; a second changes nothing and is reported", () => {
  const conversation = conversationOf(
    start("c1"),
    result("c1", { result: "one" }),
    result("c1", { ok: false }),
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 2, ts: 1001, ok: true, result: "one", endedTs: 1002 }),
  ]);
  expect(conversation.faults).toEqual({
    count: 1,
    recent: [{ code: "duplicate_result", seq: 3, about: "c1" }],
  });
});

test("[F9] a start after the result changes nothing", () => {
  const conversation = conversationOf(
    start("c1"),
    result("c1", { result: "one" }),
    start("c1", { title: "late" }),
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 2, ts: 1001, ok: true, result: "one", endedTs: 1002 }),
  ]);
});

test("[F42] output grows by offset; the result replaces it, unless it has no text", () => {
  const running = [start("c1"), output("c1", 0, "one\n"), output("c1", 0, "one\n"), output("c1", 4, "two\n")];
  expect(entriesOf(conversationOf(...running))).toEqual([
    toolCall("c1", { seq: 4, ts: 1001, live: true, output: "one\ntwo\n" }),
  ]);
  const replaced = conversationOf(...running, result("c1", { result: "one\ntwo\n[exit 0]" }));
  expect(entriesOf(replaced)).toEqual([
    toolCall("c1", { seq: 5, ts: 1001, ok: true, result: "one\ntwo\n[exit 0]", endedTs: 1005 }),
  ]);
  const kept = conversationOf(
    ...running,
    result("c1", { ok: false, error: { code: "tool_interrupted", message: "Interrupted" } }),
  );
  expect(entriesOf(kept)).toEqual([
    toolCall("c1", {
      seq: 5,
      ts: 1001,
      ok: false,
      output: "one\ntwo\n",
      error: { code: "tool_interrupted", message: "Interrupted" },
      endedTs: 1005,
    }),
  ]);
});

test("[F42] a backend that resends all output restarts it", () => {
  const conversation = conversationOf(
    start("c1"),
    output("c1", 0, "10 %"),
    output("c1", 0, "20 %\nok", { reset: true }),
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 3, ts: 1001, live: true, output: "20 %\nok" }),
  ]);
});

test("[F42] progress from before the input does not affect the call; a repeated input leaves it unchanged", () => {
  const progress: Body = { type: "tool_progress", callId: "c1", elapsedMs: 5000 };
  const begun = [start("c1"), progress, start("c1", { input: { command: "ls" } })];
  expect(entriesOf(conversationOf(...begun))).toMatchObject([{ progress: null }]);
  const again = conversationOf(...begun, progress, start("c1", { input: { command: "ls -l" } }));
  expect(entriesOf(again)).toMatchObject([{ progress: { elapsedMs: 5000, message: null } }]);
});

test("[F42] progress shows while a call runs and is gone after it", () => {
  const running: Body[] = [start("c1"), { type: "tool_progress", callId: "c1", elapsedMs: 5000 }];
  expect(entriesOf(conversationOf(...running))).toEqual([
    toolCall("c1", { seq: 2, ts: 1001, live: true, progress: { elapsedMs: 5000, message: null } }),
  ]);
  expect(entriesOf(conversationOf(...running, result("c1", { result: "" })))).toEqual([
    toolCall("c1", { seq: 3, ts: 1001, ok: true, result: "", endedTs: 1003 }),
  ]);
});

test("[F43] input streams as JSON text until the whole input is known", () => {
  const streaming: Body[] = [
    start("c1"),
    { type: "tool_input_delta", callId: "c1", offset: 0, delta: '{"command":' },
    { type: "tool_input_delta", callId: "c1", offset: 11, delta: '"ls"}' },
  ];
  expect(entriesOf(conversationOf(...streaming))).toEqual([
    toolCall("c1", { seq: 3, ts: 1001, live: true, inputText: '{"command":"ls"}' }),
  ]);
  expect(entriesOf(conversationOf(...streaming, start("c1", { input: { command: "ls" } })))).toEqual([
    toolCall("c1", { seq: 4, live: true, input: { command: "ls" } }),
  ]);
});

test("[F44] a failed call states its reason, with the codes of the log", () => {
  const failed = conversationOf(start("c1"), result("c1", { ok: false, result: "no such file" }));
  expect(entriesOf(failed)).toEqual([
    toolCall("c1", {
      seq: 2,
      ts: 1001,
      ok: false,
      result: "no such file",
      error: { code: "tool_error", message: "no such file" },
      endedTs: 1002,
    }),
  ]);
  const limited = conversationOf(
    start("c1"),
    result("c1", { ok: false, error: { code: "rate_limit_tools", message: "Too many calls" } }),
  );
  expect(entriesOf(limited)).toEqual([
    toolCall("c1", {
      seq: 2,
      ts: 1001,
      ok: false,
      error: { code: "rate_limit_tools", message: "Too many calls" },
      endedTs: 1002,
    }),
  ]);
});

test("[F44] a result longer than a conversation may hold is cut", () => {
  const conversation = conversationOf(
    start("c1"),
    result("c1", { result: "x".repeat(limits.entryText + 5) }),
  );
  const entry = conversation.main.entries.get(0);
  expect(entry).toMatchObject({ ok: true, truncated: { totalChars: limits.entryText + 5 } });
  expect(entry?.kind === "tool_call" && entry.result?.length).toBe(limits.entryText);
});

test("[F44] a cut result states its full length and location", () => {
  const truncated = { totalChars: 90_000, blobId: "blob-1" };
  const conversation = conversationOf(start("c1"), result("c1", { result: "head", truncated }));
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", { seq: 2, ts: 1001, ok: true, result: "head", truncated, endedTs: 1002 }),
  ]);
});
