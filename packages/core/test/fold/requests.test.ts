import { expect, test } from "vitest";
import { compactLog, findRun, fromSnapshot, toSnapshot } from "../../src/index.ts";
import { type Body, conversationOf, log, runId } from "../log.ts";

const start = (callId: string, ts: number): Body => ({
  ...{ type: "tool_call_start", callId, toolName: "Bash", input: { command: callId }, ts },
});
const result = (callId: string, ts: number): Body => ({
  ...{ type: "tool_result", callId, toolName: "Bash", ok: true, result: "", ts },
});
const used = (responseId: string, ts: number): Body => ({
  ...{
    type: "usage",
    responseId,
    model: "opus",
    inputTokens: 100,
    outputTokens: 10,
    cacheReadTokens: 50,
    ts,
  },
  costUsd: 0.5,
});
const usage = {
  ...{ model: "opus", inputTokens: 100, outputTokens: 10, cacheReadTokens: 50, cacheWriteTokens: 0 },
  ...{ reasoningTokens: 0, costNanos: 500_000_000, unpriced: 0 },
};
const begun: Body = { type: "run_started", ts: 1000 };

const requestsOf = (...bodies: readonly Body[]) =>
  findRun(conversationOf(...bodies), runId)
    ?.requests.slice()
    .map(({ seq: _, ...request }) => request);

const answered = (startedTs: number, endedTs: number, toolCount: number) => ({
  ...{ state: "completed", startedTs, endedTs, usage, toolCount, message: null },
});

test("[F53] a request reported before its calls finish ends with its report; the next starts with their results", () => {
  const requests = requestsOf(
    begun,
    ...[start("a", 2000), start("b", 2500), used("r1", 3000), result("a", 4000), result("b", 9000)],
    ...[start("c", 9500), used("r2", 10_000), result("c", 11_000)],
    used("r3", 12_000),
  );
  expect(requests).toEqual([answered(1000, 3000, 2), answered(9000, 10_000, 1), answered(11_000, 12_000, 0)]);
});

test("[F53] a request reported after its calls ends when the last of them began; the next starts with the report", () => {
  const requests = requestsOf(
    begun,
    ...[start("a", 2000), start("b", 2500), result("a", 4000), result("b", 9000), used("r1", 9100)],
    ...[start("c", 9500), result("c", 11_000), used("r2", 11_100)],
    used("r3", 12_000),
  );
  expect(requests).toEqual([answered(1000, 2500, 2), answered(9100, 9500, 1), answered(11_100, 12_000, 0)]);
});

test("[F53] a retry is a failed request; the next starts after its delay", () => {
  const requests = requestsOf(
    begun,
    { type: "api_retry", attempt: 1, delayMs: 500, message: "overloaded", ts: 1200 },
    used("r1", 3000),
  );
  expect(requests).toEqual([
    {
      ...{ state: "retried", startedTs: 1000, endedTs: 1200, usage: null },
      ...{ toolCount: 0, message: "overloaded" },
    },
    answered(1700, 3000, 0),
  ]);
});

test("[F53] a request reported after its run was cancelled counts as cancelled; usage without a response id is not a request", () => {
  const part: Body = { type: "usage", model: "opus", inputTokens: 1, outputTokens: 1 };
  const requests = requestsOf(
    ...[begun, part, { type: "run_ended", outcome: "cancelled", ts: 1500 } as Body, used("r1", 1600)],
  );
  expect(requests).toEqual([{ ...answered(1000, 1600, 0), state: "cancelled" }]);
});

test("[F53] requests stay when the run's end reports a total, and survive a snapshot", () => {
  const sum = { model: "opus", inputTokens: 100, outputTokens: 10 };
  const events = log(begun, used("r1", 3000), { type: "run_ended", outcome: "completed", usage: [sum] });
  expect(compactLog(events)).toEqual(events);
  const conversation = conversationOf(begun, used("r1", 3000), start("a", 4000));
  const restored = fromSnapshot(JSON.parse(JSON.stringify(toSnapshot(conversation))));
  expect(restored && findRun(restored, runId)).toEqual(findRun(conversation, runId));
});
