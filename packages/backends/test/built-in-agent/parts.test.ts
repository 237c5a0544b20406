import type { EventBody } from "@polylog/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CallNames } from "../../src/built-in-agent/history/safe-names.ts";
import { windowOf } from "../../src/built-in-agent/model/context-windows.ts";
import { readFailure } from "../../src/built-in-agent/model/model-failure.ts";
import { costOf, priceOf } from "../../src/built-in-agent/model/prices.ts";
import { ResponseReader } from "../../src/built-in-agent/model/response-reader.ts";
import { retryDelay } from "../../src/built-in-agent/model/retry-backoff.ts";
import type { StreamPart } from "../../src/built-in-agent/model/types.ts";
import { usageOf } from "../../src/built-in-agent/model/usage.ts";

const choice = { provider: "openai", model: "m", baseUrl: "http://m/v1", apiKey: "sk-very-secret" } as const;

function newReader(): ResponseReader {
  const names = new CallNames();
  const runRef = { runId: "run1", agentId: "a" };
  return new ResponseReader({ responseId: "r1", runRef, nameCall: (id) => names.take(id) });
}

test("[BA27] unknown parts, in any order, are ignored", () => {
  const id = fc.constantFrom("0", "1", "txt-0");
  const part: fc.Arbitrary<StreamPart> = fc.oneof(
    fc.record({ type: fc.constantFrom("text-start", "text-end", "reasoning-start", "reasoning-end"), id }),
    fc.record({
      type: fc.constantFrom("text-delta", "reasoning-delta", "tool-input-delta"),
      id,
      delta: fc.string(),
    }),
    fc.record({
      type: fc.constant("tool-input-start"),
      id,
      toolName: fc.string(),
      providerExecuted: fc.boolean(),
    }),
    fc.record({
      ...{ type: fc.constant("tool-call"), toolCallId: id, toolName: fc.string(), input: fc.string() },
      providerExecuted: fc.boolean(),
    }),
    fc.record({ type: fc.constantFrom("source", "file", "tool-result", "shell", "constructor"), id }),
  ) as unknown as fc.Arbitrary<StreamPart>;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const reader = newReader();
      const events = [...parts.flatMap((one) => reader.read(one)), ...reader.close()];
      const texts = new Map<string, string>();
      for (const event of events) checkOffsets(event, texts);
      const started = events.flatMap((event) => (event.type === "tool_call_start" ? [event.callId] : []));
      expect(new Set(started).size).toBe(started.length);
      const calls = reader.parts.flatMap((one) => (one.type === "call" ? [one.callId] : []));
      expect([...calls, ...reader.unfinished.map(({ callId }) => callId)].sort()).toEqual(started.sort());
    }),
  );
});

/** Checks that each delta continues the previous one, and that the final text equals all deltas. */
function checkOffsets(event: EventBody, texts: Map<string, string>): void {
  if (event.type === "text_delta" || event.type === "thinking_delta") {
    const key = `${event.type.split("_")[0]} ${event.block}`;
    const before = texts.get(key) ?? "";
    expect(event.offset).toBe(before.length);
    texts.set(key, before + event.delta);
  }
  if (event.type === "text_done" || event.type === "thinking_done") {
    expect(event.text).toBe(texts.get(`${event.type.split("_")[0]} ${event.block}`));
  }
}

test("[BA1] a thought keeps its signature, and a hidden thought is marked", () => {
  const reader = newReader();
  const place = { responseId: "r1", runId: "run1", agentId: "a" };
  const events = [
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm" },
    { type: "reasoning-delta", id: "0", delta: "", providerMetadata: { anthropic: { signature: "sig" } } },
    { type: "reasoning-end", id: "0" },
    { type: "reasoning-start", id: "1", providerMetadata: { anthropic: { redactedData: "xyz" } } },
    { type: "reasoning-end", id: "1" },
    { type: "reasoning-start", id: "2", providerMetadata: { openai: { itemId: "rs_1" } } },
    { type: "reasoning-end", id: "2" },
  ].flatMap((part) => reader.read(part as StreamPart));
  expect(events).toEqual([
    { type: "thinking_start", ...place, block: 0 },
    { type: "thinking_delta", ...place, block: 0, offset: 0, delta: "Hm" },
    { type: "thinking_done", ...place, block: 0, text: "Hm", signature: "sig" },
    { type: "thinking_start", ...place, block: 1 },
    { type: "thinking_done", ...place, block: 1, text: "", redacted: true },
  ]);
});

test("[BA10] the key never appears in a message, whatever the server sends", () => {
  const error = {
    statusCode: 401,
    message: "Bad key sk-very-secret",
    responseBody: '{"key":"sk-very-secret"}',
  };
  expect(readFailure(error, choice, 0).message).not.toContain("sk-very-secret");
  const behind = { ...choice, baseUrl: "http://me:my-password@m/v1" };
  expect(readFailure({ statusCode: 500, message: "no" }, behind, 0).message).not.toContain("my-password");
});

test("[BA10] [BA11] failures are classified by the server's response", () => {
  const codeOf = (error: object) => {
    const { code, retryable, retryAfterMs } = readFailure(error, choice, 1000);
    return [code, retryable, retryAfterMs];
  };
  expect([
    codeOf({ statusCode: 400, message: "This model's maximum context length is 8192 tokens" }),
    codeOf({ statusCode: 400, message: "prompt is too long: 210000 tokens > 200000 maximum" }),
    codeOf({ statusCode: 429, message: "You exceeded your current quota" }),
    codeOf({ statusCode: 429, message: "slow", responseHeaders: { "retry-after": "7" } }),
    codeOf({ statusCode: 529, message: "Overloaded", responseHeaders: { "retry-after-ms": "250" } }),
    codeOf({
      statusCode: 503,
      message: "x",
      responseHeaders: { "retry-after": "Thu, 01 Jan 1970 00:00:05 GMT" },
    }),
    codeOf({ name: "AI_LoadAPIKeyError", message: "x" }),
    codeOf({ type: "overloaded_error", message: "Overloaded" }),
    codeOf({ statusCode: 422, message: "bad tool" }),
  ]).toEqual([
    ["context_overflow", false, null],
    ["context_overflow", false, null],
    ["quota_exceeded", false, null],
    ["rate_limited", true, 7000],
    ["model_unavailable", true, 250],
    ["model_unavailable", true, 4000],
    ["auth_failed", false, null],
    ["model_unavailable", true, null],
    ["request_refused", false, null],
  ]);
});

test("[BA11] a retry delay grows, is random, and has a limit", () => {
  const failure = { code: "model_unavailable", message: "", retryable: true, retryAfterMs: null } as const;
  const waits = [1, 2, 3, 9].map((attempt) => retryDelay(failure, attempt, 9, () => 0.5));
  expect([waits, retryDelay(failure, 1, 9, () => 0), retryDelay(failure, 1, 9, () => 1)]).toEqual([
    [750, 1500, 3000, 22_500],
    500,
    1000,
  ]);
  expect([
    retryDelay(failure, 3, 2, () => 0),
    retryDelay({ ...failure, retryable: false }, 1, 2, () => 0),
    retryDelay({ ...failure, retryAfterMs: 10_000_000 }, 1, 2, () => 0),
    retryDelay({ ...failure, retryAfterMs: 1500.2 }, 1, 2, () => 0),
  ]).toEqual([null, null, null, 1501]);
});

test("[BA14] a price comes from the settings or the list; an unknown model has none", () => {
  const own = { "gpt-4o": { input: 1, output: 1 } };
  const at = (model: string, provider: "openai" | "openai-compatible" = "openai") => ({ provider, model });
  expect([
    priceOf(at("gpt-4o", "openai-compatible"), own),
    priceOf(at("gpt-4o-2024-11-20"), {})?.input,
    priceOf(at("gpt-4o-audio"), {}),
    priceOf(at("gpt-4o", "openai-compatible"), {}),
  ]).toEqual([own["gpt-4o"], 2.5, null, null]);
  const tokens = {
    inputTokens: 1_000_000,
    outputTokens: 100_000,
    cacheReadTokens: 1_000_000,
    cacheWriteTokens: 10,
  };
  expect(costOf(tokens, { input: 2, output: 10, cache_read: 0.5 })).toBeCloseTo(3.50002, 9);
});

test("[BA14] usage is split up: cached input is not counted twice, and invalid numbers are ignored", () => {
  const input = (total?: number, cacheRead?: number) => ({
    total,
    noCache: undefined,
    cacheRead,
    cacheWrite: undefined,
  });
  const output = (total?: number) => ({ total, text: undefined, reasoning: undefined });
  const report = (one: ReturnType<typeof input>, other: ReturnType<typeof output>) =>
    usageOf({ inputTokens: one, outputTokens: other }, choice, {});
  const record = { model: "m", cacheReadTokens: 0, cacheWriteTokens: 0 };
  expect([
    report(input(100, 60), output(5)),
    report(input(-3), output(Number.NaN)),
    report(input(), output()),
  ]).toEqual([
    { ...record, inputTokens: 40, outputTokens: 5, cacheReadTokens: 60 },
    { ...record, inputTokens: 0, outputTokens: 0 },
    null,
  ]);
});

test("[BA14] a model's window is known by its name prefix", () => {
  expect([windowOf("gpt-4.1-mini"), windowOf("claude-sonnet-4-20250514"), windowOf("qwen3")]).toEqual([
    1_047_576,
    200_000,
    null,
  ]);
});

test("[BA16] call ids are unique and accepted by every API", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("call_0", "x".repeat(60)))), (given) => {
      const names = new CallNames();
      const taken = given.map((name) => names.take(name));
      expect(new Set(taken).size).toBe(taken.length);
      for (const name of taken) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
    }),
  );
});
