import type { EventBody } from "@polylog/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { historyOf } from "../../../src/built-in-agent/history/history.ts";
import { shrinkMessages } from "../../../src/built-in-agent/history/shrink-messages.ts";
import { faultsOf } from "./check-messages.ts";
import { conversationOf, conversations } from "./random-conversation.ts";

const agentId = "polylog";
const told = (events: readonly EventBody[], prompt = "Next") =>
  historyOf(conversationOf(events), { agentId, runId: "now", prompt });

test("[BA16] every API accepts the history of any log", () => {
  fc.assert(
    fc.property(conversations, fc.constantFrom("now", "run1"), (conversation, runId) => {
      expect(faultsOf(historyOf(conversation, { agentId, runId, prompt: "Hello" }))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("[BA16] a shortened history is still accepted", () => {
  fc.assert(
    fc.property(conversations, fc.nat(200), (conversation, most) => {
      const messages = historyOf(conversation, { agentId, runId: "now", prompt: "Hello" });
      const faults = faultsOf(shrinkMessages(messages, most));
      // Consecutive turns are joined when they are sent.
      expect(faults.filter((fault) => !fault.endsWith("roles do not alternate"))).toEqual([]);
    }),
  );
});

const run = { runId: "run1", agentId };
const user = (text: string, more: object = {}): EventBody => ({
  type: "user_message",
  text,
  ...run,
  ...more,
});
const say = (responseId: string, text: string): EventBody => ({
  type: "text_done",
  responseId,
  text,
  ...run,
});
const call = (callId: string, responseId: string): EventBody => ({
  ...{ type: "tool_call_start", callId, toolName: "Bash", input: { command: callId }, responseId },
  ...run,
});
const result = (callId: string, text: string): EventBody => ({
  ...{ type: "tool_result", callId, toolName: "Bash", ok: true, result: text },
  ...run,
});
const ended = (outcome: "completed" | "cancelled" | "interrupted" = "completed"): EventBody => ({
  type: "run_ended",
  outcome,
  ...run,
});

const asked = (toolCallId: string) => ({
  ...{ type: "tool-call", toolCallId, toolName: "Bash", input: { command: toolCallId.slice(0, 1) } },
});
const came = (toolCallId: string, value: string, type = "text") => ({
  ...{ type: "tool-result", toolCallId, toolName: "Bash", output: { type, value } },
});
const text = (value: string) => ({ type: "text", text: value });

test("[BA17] calls of one response are grouped with their results, in any order of arrival", () => {
  const events = [
    user("Go"),
    say("r1", "Both."),
    ...[call("a", "r1"), call("b", "r1"), result("b", "2"), result("a", "1")],
    ...[call("c", "r2"), result("c", "")],
    say("r3", "Done."),
    ended(),
  ];
  expect(told(events)).toEqual([
    { role: "user", content: [text("Go")] },
    { role: "assistant", content: [text("Both."), asked("a"), asked("b")] },
    { role: "tool", content: [came("a", "1"), came("b", "2")] },
    { role: "assistant", content: [asked("c")] },
    { role: "tool", content: [came("c", "(no output)")] },
    { role: "assistant", content: [text("Done.")] },
  ]);
});

test("[BA17] canceled text and calls are marked, with a call's output so far, before the next message", () => {
  const events: EventBody[] = [
    user("Go"),
    call("a", "r1"),
    { type: "tool_output_delta", callId: "a", offset: 0, delta: "half", ...run },
    { type: "text_delta", responseId: "r2", offset: 0, delta: "I wa", ...run },
    ended("cancelled"),
    user("Stop that", { runId: "run2" }),
  ];
  expect(told(events)).toEqual([
    { role: "user", content: [text("Go")] },
    { role: "assistant", content: [asked("a")] },
    {
      role: "tool",
      content: [came("a", "The tool call was interrupted by the user. Output so far:\nhalf", "error-text")],
    },
    { role: "assistant", content: [text("I wa")] },
    { role: "user", content: [text("[Your response was interrupted here by the user.]"), text("Stop that")] },
  ]);
});

test("[BA17] an interruption by a server shutdown is not attributed to the user", () => {
  const events: EventBody[] = [
    user("Go"),
    call("a", "r1"),
    { type: "text_delta", responseId: "r2", offset: 0, delta: "I wa", ...run },
    ended("interrupted"),
    user("Go on", { runId: "run2" }),
  ];
  expect(told(events)).toEqual([
    { role: "user", content: [text("Go")] },
    { role: "assistant", content: [asked("a")] },
    {
      role: "tool",
      content: [came("a", "The tool call was interrupted when the server shut down.", "error-text")],
    },
    { role: "assistant", content: [text("I wa")] },
    { role: "user", content: [text("[Your response ended here unexpectedly.]"), text("Go on")] },
  ]);
});

test("[BA17] a message to a running run keeps its position, and messages of other agents are labeled", () => {
  const events: EventBody[] = [
    user("Go", { images: [{ mediaType: "image/png", data: "AAAA" }] }),
    call("a", "r1"),
    user("Faster", { delivery: "steer" }),
    result("a", "1"),
    say("r2", "Done."),
    ended(),
    { type: "user_message", text: "And you?", runId: "run2", agentId: "codex" },
    { type: "text_done", responseId: "x", text: "Fine.", runId: "run2", agentId: "codex" },
    {
      type: "tool_call_start",
      callId: "z",
      toolName: "shell",
      input: { a: 1 },
      runId: "run2",
      agentId: "codex",
    },
  ];
  expect(told(events)).toEqual([
    {
      role: "user",
      content: [{ type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } }, text("Go")],
    },
    { role: "assistant", content: [asked("a")] },
    { role: "tool", content: [came("a", "1")] },
    { role: "user", content: [text("Faster")] },
    { role: "assistant", content: [text("Done.")] },
    {
      role: "user",
      content: [text("[To agent codex:]\nAnd you?"), text("[Agent codex said:]\nFine.")],
    },
  ]);
});

test("[BA17] thoughts are not repeated, and the starting run is not part of the history", () => {
  const events: EventBody[] = [
    user("Go"),
    { type: "thinking_done", responseId: "r1", text: "Hm", ...run },
    say("r1", "Done."),
    ended(),
    user("Next", { runId: "now" }),
  ];
  expect(told(events)).toEqual([
    { role: "user", content: [text("Go")] },
    { role: "assistant", content: [text("Done.")] },
  ]);
});

test("[BA19] a long result is repeated with its beginning and its end only", () => {
  const long = `${"a".repeat(40_000)}${"z".repeat(40_000)}`;
  const [, , message] = told([user("Go"), call("a", "r1"), result("a", long), ended()]);
  const [part] = message?.role === "tool" ? message.content : [];
  const value = part?.type === "tool-result" && part.output.type === "text" ? part.output.value : "";
  expect([
    value.length < 25_000,
    value.slice(0, 3),
    value.slice(-3),
    value.includes("characters omitted"),
  ]).toEqual([true, "aaa", "zzz", true]);
});
