import { expect, test } from "vitest";
import type { Conversation } from "../../src/index.ts";
import { modelRequests, requestLines } from "../../src/view/requests.ts";
import { type Body, conversationOf } from "../log.ts";

const begun: readonly Body[] = [
  { type: "user_message", text: "go" },
  { type: "run_started", model: "opus", ts: 1000 },
];
const call = (callId: string, ts: number): Body => ({
  ...{ type: "tool_call_start", callId, toolName: "Bash", input: { command: "ls" }, ts },
});
const result = (callId: string, ts: number): Body => ({
  ...{ type: "tool_result", callId, toolName: "Bash", ok: true, result: "", ts },
});
const text = (responseId: string, ts: number): Body => ({ type: "text_done", responseId, text: "Hm.", ts });
const used = (responseId: string, ts: number, more: object = { costUsd: 0.12 }): Body => ({
  ...{ type: "usage", responseId, model: "opus", inputTokens: 8000, outputTokens: 200, ts },
  ...more,
});
const usage = {
  inputTokens: 8000,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 200,
  costUsd: 0.12,
};
const at = (conversation: Conversation, from = 1) => modelRequests(conversation, conversation.main, from);
const linesOf = (...bodies: readonly Body[]) => requestLines(at(conversationOf(...begun, ...bodies)), 60_000);

test("[V30] each request has its state, model, tokens, cost, time and number of tool calls", () => {
  const bodies: readonly Body[] = [
    { type: "api_retry", attempt: 1, message: "overloaded", ts: 1400 },
    ...[text("r1", 2000), call("a", 3000), call("b", 3100), used("r1", 3400), result("a", 5000)],
    ...[result("b", 6000), text("r2", 7000), used("r2", 8000, { costUsd: 0.01, cacheReadTokens: 5000 })],
    { type: "run_ended", outcome: "completed", ts: 8100 },
  ];
  const request = { state: "completed", model: "opus", message: null };
  expect(at(conversationOf(...begun, ...bodies))).toEqual({
    requests: [
      {
        ...{ ...request, state: "retried", startedTs: 1000, endedTs: 1400 },
        ...{ usage: null, toolCount: 0, message: "overloaded" },
      },
      { ...request, startedTs: 1400, endedTs: 3400, usage, toolCount: 2 },
      {
        ...{ ...request, startedTs: 6000, endedTs: 8000, toolCount: 0 },
        usage: { ...usage, cacheReadTokens: 5000, costUsd: 0.01 },
      },
    ],
    totals: [],
  });
  expect(linesOf(...bodies)).toEqual([
    "⚠ Retried · opus · 0.4 s · overloaded",
    "✓ opus · 8k in · 200 out · $0.12 · 2.0 s · 2 tool calls",
    "✓ opus · 8k in · 5k cached · 200 out · $0.01 · 2.0 s",
  ]);
});

test("[V30] a request runs until it is reported, but not while a tool does", () => {
  const running = ["⟳ In progress · opus · 59 s"];
  expect(linesOf(text("r1", 2000))).toEqual(running);
  expect(linesOf(text("r1", 2000), call("a", 2000))).toEqual([]);
  const reported = [text("r1", 2000), call("a", 2000), used("r1", 3000)];
  const first = "✓ opus · 8k in · 200 out · $0.12 · 2.0 s · 1 tool call";
  expect(linesOf(...reported)).toEqual([first]);
  expect(linesOf(...reported, result("a", 30_000))).toEqual([first, "⟳ In progress · opus · 30 s"]);
  expect(linesOf(text("r1", 2000), used("r1", 3000))).toEqual(["✓ opus · 8k in · 200 out · $0.12 · 2.0 s"]);
});

test.each([
  ["failed", ["✖ Failed · opus · 1.0 s · No."]],
  ["cancelled", ["⚠ Cancelled · opus · 1.0 s"]],
  ["interrupted", ["⚠ Cancelled · opus · 1.0 s"]],
  ["completed", []],
] as const)("[V30] the request that a %s run interrupted is shown as such", (outcome, lines) => {
  const error = { code: "api_error", message: "No." };
  expect(linesOf(text("r1", 1500), { type: "run_ended", outcome, error, ts: 2000 })).toEqual(lines);
});

test("[V30] a run that is cancelled while a tool runs interrupts no request", () => {
  const over: Body = { type: "run_ended", outcome: "cancelled", ts: 9000 };
  expect(linesOf(call("a", 2000), call("b", 2000), used("r1", 3000), result("a", 4000), over)).toEqual([
    "✓ opus · 8k in · 200 out · $0.12 · 2.0 s · 2 tool calls",
  ]);
});

test("[V30] the totals of each model follow if requests have no price, subagents used tokens, or no request was reported", () => {
  const sum = { model: "opus", inputTokens: 8000, outputTokens: 200, costUsd: 0.3 };
  const ended: Body = { type: "run_ended", outcome: "completed", usage: [sum], ts: 4000 };
  const total = "Total opus · 8k in · 200 out · $0.30";
  const unpriced = "✓ opus · 8k in · 200 out · 2.0 s";
  expect(linesOf(text("r1", 2000), used("r1", 3000, {}))).toEqual([unpriced]);
  expect(linesOf(text("r1", 2000), used("r1", 3000, {}), ended)).toEqual([unpriced, total]);
  expect(linesOf(text("r1", 2000), ended)).toEqual([total]);
  const child = { runId: "child", parentRunId: "run-1", parentCallId: "a" };
  const below: Body = { ...used("r2", 2000), runId: "child", model: "haiku" } as Body;
  expect(
    linesOf(call("a", 1500), { type: "run_started", ...child }, below, result("a", 2500), used("r1", 3000)),
  ).toEqual([
    ...["✓ opus · 8k in · 200 out · $0.12 · 0.5 s · 1 tool call", "⟳ In progress · opus · 57 s"],
    ...["Total haiku · 8k in · 200 out · $0.12", "Total opus · 8k in · 200 out · $0.12"],
  ]);
});

test("[V30] in a steered run each response has the requests that were reported in it", () => {
  const conversation = conversationOf(
    ...begun,
    ...[text("r1", 2000), used("r1", 3000)],
    { type: "user_message", text: "also", delivery: "steer", ts: 4000 },
    ...[text("r2", 5000), used("r2", 6000)],
    { type: "run_ended", outcome: "completed", ts: 7000 },
  );
  expect(requestLines(at(conversation), 0)).toEqual(["✓ opus · 8k in · 200 out · $0.12 · 2.0 s"]);
  expect(requestLines(at(conversation, 3), 0)).toEqual(["✓ opus · 8k in · 200 out · $0.12 · 3.0 s"]);
});
