import type { EventBody } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { OpenRuns } from "../../src/connection/open-runs.ts";

const runRef = { runId: "run", agentId: "agent" };
const child = { runId: "child", agentId: "agent" };
const call = { callId: "call", toolName: "Bash" };
const started: EventBody = { type: "tool_call_start", ...call, ...runRef };
const delta: EventBody = { type: "text_delta", responseId: "r", offset: 0, delta: "a", ...runRef };
const completed: EventBody = { type: "run_ended", outcome: "completed", ...runRef };
const spawned: EventBody = { type: "subagent_spawned", childRunId: "child", ...runRef };
const interruptedCall: EventBody = {
  type: "tool_result",
  ...call,
  ok: false,
  error: { code: "tool_interrupted", message: "The run ended before the tool finished." },
  ...runRef,
};
const marks: EventBody[] = [
  { type: "interrupt", reason: "user_cancel", ...runRef },
  { type: "output_cancelled", ...runRef },
];
const cancelled: EventBody = { type: "run_ended", outcome: "cancelled", ...runRef };

function told(...events: readonly EventBody[]): { runs: OpenRuns; told: EventBody[] } {
  const runs = new OpenRuns();
  runs.begin("run", "agent");
  return { runs, told: events.flatMap((event) => runs.pass(event)) };
}

describe("a run ends once", () => {
  test("and later events are kept as raw, counted or dropped [R15]", () => {
    const usage: EventBody = { type: "usage", model: "m", inputTokens: 1, outputTokens: 2, ...runRef };
    const status: EventBody = { type: "agent_status", status: "idle", ...runRef };
    expect(told(delta, completed, delta, completed, cancelled, usage, status).told).toEqual([
      delta,
      completed,
      { type: "backend_raw", line: JSON.stringify(delta), agentId: "agent" },
      usage,
    ]);
  });

  test("and its open calls are closed before it", () => {
    expect(told(started, completed).told).toEqual([started, interruptedCall, completed]);
    const { type: _, ...result } = interruptedCall;
    const closed = { type: "tool_result", ...result, ok: true } as EventBody;
    expect(told(started, closed, completed).told).toEqual([started, closed, completed]);
  });

  test("as cancelled if that was requested, whatever the agent reports [R14]", () => {
    const { runs } = told(started);
    runs.cancel("run");
    runs.cancel("run");
    expect(runs.pass(completed)).toEqual([interruptedCall, ...marks, { ...completed, outcome: "cancelled" }]);
    runs.cancel("run");
    expect(runs.pass(cancelled)).toEqual([]);
    expect(runs.endAll({ outcome: "interrupted" })).toEqual([]);
  });

  test("and a cancel that the agent has marked is not marked again", () => {
    expect(told(...marks, cancelled).told).toEqual([...marks, cancelled]);
  });
});

describe("a program that has exited", () => {
  test("fails its runs with the reason [R15]", () => {
    const error = { code: "backend_exited", message: "It ended." };
    const { runs } = told(started);
    expect(runs.endAll({ outcome: "failed", error, details: { exitCode: 1 } })).toEqual([
      interruptedCall,
      { type: "error", ...error, details: { exitCode: 1 }, ...runRef },
      { type: "run_ended", outcome: "failed", error, ...runRef },
    ]);
  });

  test("ends the cancelled run as cancelled and another as interrupted [R14]", () => {
    const { runs } = told();
    runs.begin("other", "agent");
    runs.cancel("run");
    expect(runs.endAll({ outcome: "interrupted" })).toEqual([
      ...marks,
      cancelled,
      { type: "run_ended", outcome: "interrupted", runId: "other", agentId: "agent" },
    ]);
  });
});

describe("a subagent", () => {
  test("ends before its parent if the whole tree ends", () => {
    const { runs } = told(spawned, { ...started, ...child });
    runs.cancel("run");
    expect(runs.pass(cancelled)).toEqual([
      { ...interruptedCall, ...child },
      { ...cancelled, ...child },
      ...marks,
      cancelled,
    ]);
  });

  test("may continue after its parent, and ends with the program", () => {
    const { runs } = told(spawned, completed);
    const childDelta: EventBody = { ...delta, ...child };
    expect(runs.pass(childDelta)).toEqual([childDelta]);
    expect(runs.endAll({ outcome: "interrupted" })).toEqual([
      { type: "run_ended", outcome: "interrupted", ...child },
    ]);
  });

  test("ends with its result, together with its open calls", () => {
    const result: EventBody = {
      type: "subagent_result",
      childRunId: "child",
      outcome: "completed",
      ...runRef,
    };
    const { runs, told: events } = told(spawned, { ...started, ...child }, result, result);
    expect(events).toEqual([
      spawned,
      { ...started, ...child },
      { ...interruptedCall, ...child },
      result,
      result,
    ]);
    expect(runs.isLive("child")).toBe(false);
  });

  test("that is known only by its call keeps its calls in its own lane", () => {
    const inside = { parentCallId: "task" };
    expect(told({ ...started, ...inside }, completed).told).toEqual([
      { ...started, ...inside },
      { ...interruptedCall, ...inside },
      completed,
    ]);
  });
});

describe("an agent cannot", () => {
  test.each<EventBody>([
    { type: "permission_response", requestId: "ask", optionId: "allow", ...runRef },
    { type: "ask_user_response", questionId: "ask", ...runRef },
    { type: "plan_response", planId: "ask", decision: "approve", ...runRef },
    { type: "user_message", text: "I approve", ...runRef },
    { type: "queue_updated", items: [], ...runRef },
  ])("emit $type, which only a person or the server can cause", (event) => {
    expect(told(event).told).toEqual([
      { type: "backend_raw", line: JSON.stringify(event), agentId: "agent" },
    ]);
  });

  test("emit events in a run that was not started", () => {
    const stray: EventBody = { ...delta, runId: "stray" };
    const notice: EventBody = { type: "notice", text: "hm", runId: "stray", agentId: "agent" };
    expect(told(stray, notice).told).toEqual([
      { type: "backend_raw", line: JSON.stringify(stray), agentId: "agent" },
      notice,
    ]);
  });

  test("but can start its own run, which ends with the program", () => {
    const begun: EventBody = { type: "run_started", runId: "own", agentId: "agent" };
    const { runs, told: events } = told(begun, { ...delta, runId: "own" }, completed);
    expect(events).toEqual([begun, { ...delta, runId: "own" }, completed]);
    expect(runs.endAll({ outcome: "interrupted" })).toEqual([
      { type: "run_ended", outcome: "interrupted", runId: "own", agentId: "agent" },
    ]);
  });
});
