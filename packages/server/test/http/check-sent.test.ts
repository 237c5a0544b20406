import { resyncFrame } from "@polylog/core";
import { expect, test } from "vitest";
import { frameProblem, socketMessageProblem } from "../../src/http/check-sent.ts";
import { heartbeatJson, syncJson } from "../../src/http/frames.ts";

test("[H9] frames that match their schema are sent", () => {
  const resync = resyncFrame({ id: "resync-1", seq: 0, rev: 0, tsMs: 1, reason: "The log was restored." });
  const frames = [heartbeatJson(1), syncJson({ changed: "trust" }, 1), JSON.stringify(resync)];
  expect(frames.map(frameProblem)).toEqual([null, null, null]);
});

test("[H9] a frame without a seq, or with an event that lacks a field, is a problem", () => {
  const head = { id: "e1", seq: 1, rev: 0, ts_ms: 1, kind: "run", phase: "start" };
  const event = { type: "run_ended", id: "e1", seq: 1, rev: 0, ts: 1, sessionId: "s1" };
  expect(frameProblem(JSON.stringify({ ...head, seq: "1", data: event }))).toMatch(/^seq: /);
  expect(frameProblem(JSON.stringify({ ...head, data: event }))).toMatch(/^data\./);
});

test("[H9] a socket message that matches neither its own schema nor an event's is a problem", () => {
  const error = { code: "bad_request", message: "No.", retryable: false, details: {} };
  const good = [
    { type: "ack", id: 1, session_id: "s1" },
    { type: "nack", id: null, error },
    { type: "resync", sessionId: "s1", rev: 1, reason: "restored" },
    { type: "sync", changed: "trust" },
    { type: "left", sessionId: "s1" },
  ];
  expect(good.map((message) => socketMessageProblem(JSON.stringify(message)))).toEqual(good.map(() => null));
  const bad = [
    { type: "ack" },
    { type: "nack", id: 1, error: { ...error, code: "unheard_of" } },
    { type: "sync", changed: "weather" },
    { type: "left" },
    { type: "run_ended", id: "e1" },
  ];
  for (const message of bad)
    expect(socketMessageProblem(JSON.stringify(message))).toEqual(expect.any(String));
});
