import { expect, test } from "vitest";
import { readAnswer } from "../../src/sessions/idempotency.ts";

const answer = { sessionId: "s1", runId: "r1", queued: false, seq: 7 };

test("a stored response is read back, including one of an earlier version", () => {
  expect(readAnswer(JSON.stringify(answer))).toEqual(answer);
  expect(readAnswer('{"session_id":"s1","run_id":"r1","queued":false,"seq":7}')).toEqual(answer);
});

test("a stored response that lacks a field is an error", () => {
  expect(() => readAnswer('{"session_id":"s1","queued":false}')).toThrow(/seq/);
});
