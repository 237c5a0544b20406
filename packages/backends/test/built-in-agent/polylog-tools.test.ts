import { expect, test } from "vitest";
import { type PolylogToolsLog, testTools } from "../conformance/support/polylog-tools.ts";
import { isEnd, startSession } from "./scenario/session.ts";

test("[OT1] [OT2] [OT3] the server's tools are offered, called without permission, and fail like other calls", async () => {
  const log: PolylogToolsLog = { calls: [] };
  const session = await startSession({ tools: testTools(log) });
  const step = (name: string) => `[[tool mcp__polylog__${name} {"text":"all"}]]`;
  const events = await session.play(`${step("test_greet")} ${step("test_fail")} [[say Called both.]]`);
  const results = events.flatMap((event) => (event.type === "tool_result" ? [event] : []));
  expect({
    results: results.map(({ toolName, ok, result }) => ({ toolName, ok, result })),
    calls: log.calls,
    asked: events.filter(({ type }) => type === "permission_request").length,
    offered: JSON.stringify(session.requests()[0]?.body).includes("Greets back"),
  }).toEqual({
    results: [
      { toolName: "mcp__polylog__test_greet", ok: true, result: "Greetings, all" },
      { toolName: "mcp__polylog__test_fail", ok: false, result: "No all today" },
    ],
    calls: [
      { name: "test_greet", runId: "run1", callId: results[0]?.callId, isStopped: false },
      { name: "test_fail", runId: "run1", callId: results[1]?.callId, isStopped: false },
    ],
    asked: 0,
    offered: true,
  });
});

test("[OT4] a cancel of the run stops the call", async () => {
  const log: PolylogToolsLog = { calls: [] };
  const called = Promise.withResolvers<void>();
  const session = await startSession({ tools: testTools(log, called.resolve) });
  const runId = await session.prompt('[[tool mcp__polylog__test_wait {"text":"all"}]] [[say Not reached.]]');
  const ended = session.until((event) => isEnd(event, runId));
  await called.promise;
  await session.connection.cancel(runId);
  expect([(await ended).at(-1), log.calls]).toEqual([
    expect.objectContaining({ type: "run_ended", outcome: "cancelled" }),
    [{ name: "test_wait", runId, callId: expect.any(String), isStopped: true }],
  ]);
});
