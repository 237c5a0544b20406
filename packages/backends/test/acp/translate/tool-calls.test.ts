import { expect, test } from "vitest";
import { withCancel } from "../../../src/acp/translate/state.ts";
import { busy, call, chunk, more, runRef, shown, told } from "./updates.ts";

const start = (fields: object) => ({ type: "tool_call_start", callId: "t", ...fields, ...runRef });
const printed = (offset: number, delta: string, fields: object = {}) => ({
  ...{ type: "tool_output_delta", callId: "t", toolName: "Bash", offset, delta, ...fields },
  ...runRef,
});
const result = (fields: object) => ({ type: "tool_result", callId: "t", ...fields, ...runRef });
const bash = { name: "Bash", kind: "execute" };

test("[AC4] updates are patches: omitted fields stay, and unchanged ones are not reported again", () => {
  const { events } = told(
    busy,
    call({ ...bash, title: "Terminal", rawInput: {}, status: "pending", content: [] }),
    more({ title: "ls -la", rawInput: { command: "ls -la" } }),
    more({ title: null, rawInput: {}, kind: null }),
    more({ title: "ls -la", rawInput: { command: "ls -la" } }),
    more({ status: "completed", rawOutput: "a\nb" }),
    more({ status: "completed", rawOutput: "too late" }),
  );
  expect(events).toEqual([
    start({ toolName: "Bash", kind: "execute", title: "Terminal" }),
    start({ toolName: "Bash", kind: "execute", title: "ls -la", input: { command: "ls -la" } }),
    result({ toolName: "Bash", ok: true, result: "a\nb" }),
  ]);
});

test("[AC4] an update of an unknown call announces it, and a call ends the text before it", () => {
  const { events } = told(
    busy,
    chunk("Look."),
    more({ title: "notes.txt", kind: "read", status: "in_progress" }),
    more({ status: "completed", content: shown("hello"), locations: [{ path: "/p/notes.txt", line: 3 }] }),
    chunk("Seen."),
  );
  const read = { toolName: "Read", kind: "read", title: "notes.txt" };
  expect(events).toEqual([
    { type: "text_delta", responseId: "answer-0", block: 0, offset: 0, delta: "Look.", ...runRef },
    { type: "text_done", responseId: "answer-0", block: 0, text: "Look.", ...runRef },
    start(read),
    start({ ...read, locations: [{ path: "/p/notes.txt", line: 3 }] }),
    result({ toolName: "Read", ok: true, result: "hello" }),
    { type: "text_delta", responseId: "answer-1", block: 1, offset: 0, delta: "Seen.", ...runRef },
  ]);
});

test("[AC4] repeated output replaces the earlier output; new output is added", () => {
  const { events } = told(
    busy,
    call({ ...bash, rawInput: { command: "make" }, status: "in_progress" }),
    more({ content: shown("one") }),
    more({ content: shown("one two") }),
    more({ content: shown("three") }),
    more({ status: "failed" }),
  );
  expect(events.slice(1)).toEqual([
    printed(0, "one"),
    printed(3, " two"),
    printed(0, "three", { reset: true }),
    result({
      ...{ toolName: "Bash", ok: false, result: "three" },
      error: { code: "tool_error", message: "three" },
    }),
  ]);
});

test("[AC4] output in pieces is added up, and its exit code is the command's", () => {
  const piece = (data: string) => more({ _meta: { terminal_output_delta: { data } } });
  const { events } = told(
    busy,
    call({ ...bash, rawInput: { command: "make" }, status: "in_progress" }),
    piece("ha"),
    piece("ha"),
    piece("haha"),
    more({ _meta: { terminal_exit: { exit_code: 2 } } }),
    more({ status: "completed" }),
  );
  expect(events.slice(1)).toEqual([
    printed(0, "ha"),
    printed(2, "ha"),
    printed(4, "haha"),
    result({
      ...{ toolName: "Bash", ok: false, result: "hahahaha" },
      error: { code: "tool_error", message: "hahahaha" },
      exitCode: 2,
    }),
  ]);
});

test("[AC4] a large diff is reported once, however often the agent sends it", () => {
  const large = "x".repeat(500_000);
  const content = [{ type: "diff", path: "/p/a.js", oldText: "", newText: large }];
  const { events } = told(
    busy,
    call({ kind: "edit", title: "Edit", content, rawInput: { path: "/p/a.js" } }),
    more({ title: "Edit a.js", content }),
    more({ status: "in_progress", content }),
    more({ status: "completed", content }),
  );
  const edit = { toolName: "Edit", kind: "edit", input: { path: "/p/a.js" } };
  expect(events).toEqual([
    start({ ...edit, title: "Edit", content }),
    start({ ...edit, title: "Edit a.js" }),
    result({ toolName: "Edit", ok: true, result: "" }),
  ]);
});

test("[AC4] diffs, images and links belong to their call", () => {
  const content = [
    { type: "diff", path: "/p/a.js", oldText: "a - b", newText: "a + b" },
    { type: "content", content: { type: "image", mimeType: "image/png", data: "AAAA" } },
    { type: "content", content: { type: "resource_link", uri: "file:///p/a.js", name: "a.js" } },
  ];
  const told_ = [
    content[0],
    { type: "image", mediaType: "image/png", data: "AAAA" },
    { type: "link", uri: "file:///p/a.js", title: "a.js" },
  ];
  const { events } = told(busy, call({ kind: "edit", title: "Edit a.js", status: "completed", content }));
  expect(events).toEqual([
    start({ toolName: "Edit", kind: "edit", title: "Edit a.js", content: told_ }),
    result({ toolName: "Edit", ok: true, result: "" }),
  ]);
});

test("[AC8] a command reported as completed after a cancel was stopped, unless it has an exit code", () => {
  const ended = (rawOutput: unknown) =>
    told(
      withCancel(told(busy, call({ ...bash, rawInput: { command: "make" }, status: "in_progress" })).state),
      more({ status: "completed", rawOutput }),
    ).events;
  expect([ended("Aborted."), ended({ output: "Done.", exit_code: 0 })]).toEqual([
    [
      result({
        ...{ toolName: "Bash", ok: false, result: "Aborted." },
        error: { code: "tool_interrupted", message: "Aborted." },
      }),
    ],
    [result({ toolName: "Bash", ok: true, result: "Done.", exitCode: 0 })],
  ]);
});

test("[AC4] an ID that is reused after its call's end is another call", () => {
  const once = [call({ ...bash, title: "ls" }), more({ status: "completed" })];
  const { events } = told(busy, ...once, ...once);
  expect(events.map((event) => event !== "not understood" && "callId" in event && event.callId)).toEqual([
    ...["t", "t", "t", "t~2", "t~2", "t~2"],
  ]);
});

test("[AC4] a subagent's work is below its call", () => {
  const below = { _meta: { claudeCode: { parentToolUseId: "t" } } };
  const flat = told(
    busy,
    call({ name: "Task", title: "Look around", status: "in_progress" }),
    { ...chunk("It is fine."), ...below },
    more({ status: "completed", rawOutput: "It is fine." }),
  );
  const child = { runId: "run/t", agentId: "agent" };
  expect(flat.events).toEqual([
    start({ toolName: "Task", title: "Look around" }),
    { type: "subagent_spawned", childRunId: "run/t", callId: "t", task: "Look around", ...runRef },
    { type: "text_delta", responseId: "answer-0", block: 0, offset: 0, delta: "It is fine.", ...child },
    { type: "text_done", responseId: "answer-0", block: 0, text: "It is fine.", ...child },
    { type: "subagent_result", childRunId: "run/t", outcome: "completed", ...runRef },
    result({ toolName: "Task", ok: true, result: "It is fine." }),
  ]);
});
