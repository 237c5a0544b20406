import { expect, test } from "vitest";
import { Vector } from "../../src/data/vector.ts";
import { findRun } from "../../src/index.ts";
import { entry, message, toolCall } from "../expected.ts";
import type { Body } from "../log.ts";
import { conversationOf, entriesOf, runId } from "../log.ts";

const text = (offset: number, delta: string): Body => ({
  type: "text_delta",
  responseId: "r1",
  offset,
  delta,
});
const call: Body = { type: "tool_call_start", callId: "c1", toolName: "Bash", input: { command: "sleep 9" } };
const ended = (outcome: "completed" | "failed" | "cancelled" | "interrupted", more: object = {}): Body => ({
  type: "run_ended",
  outcome,
  ...more,
});

function runOf(conversation: ReturnType<typeof conversationOf>) {
  const { childRunIds, ...run } = findRun(conversation, runId) ?? { childRunIds: [] };
  return { ...run, childRunIds: [...childRunIds] };
}

const usualRun = {
  index: 0,
  runId,
  agentId: "claude",
  announced: true,
  lane: -1,
  depth: 0,
  parentRunId: null,
  parentCallId: null,
  childRunIds: [],
  task: null,
  model: null,
  startedTs: 1001,
  endedTs: null,
  outcome: null,
  error: null,
  result: null,
  status: null,
  usage: [],
  requests: Vector.empty,
  request: { sinceTs: 1001, sinceSeq: 0, callsFrom: 0, entriesBefore: 0 },
  interruptShown: false,
  errorShown: false,
};

test("[F28] a run is running until its end, which comes once", () => {
  const started: Body = { type: "run_started", model: "opus" };
  const working = conversationOf(started);
  expect(runOf(working)).toEqual({ ...usualRun, model: "opus" });
  expect(working.liveRuns.size).toBe(1);
  const over = conversationOf(started, ended("completed"), ended("failed"));
  expect(runOf(over)).toEqual({ ...usualRun, model: "opus", outcome: "completed", endedTs: 1002 });
  expect(over.liveRuns.size).toBe(0);
  expect(over.faults.recent).toEqual([{ code: "run_ended_already", seq: 3, about: runId }]);
});

test("[F28] cancelled stays cancelled: late work never makes it completed", () => {
  const conversation = conversationOf({ type: "run_started" }, ended("cancelled"), ended("completed"));
  expect(runOf(conversation).outcome).toBe("cancelled");
});

test("[F28] the end of a run ends everything open in it", () => {
  const conversation = conversationOf(text(0, "Working"), call, text(7, " on"), ended("interrupted"));
  expect(entriesOf(conversation)).toEqual([
    message("Working", { seq: 1, endedTs: null }),
    toolCall("c1", { seq: 4, ts: 1002, input: { command: "sleep 9" }, endedBy: "interrupted" }),
    message(
      { text: " on", base: 7, end: 10, gaps: [], cut: false },
      { seq: 4, ts: 1003, segment: 2, endedBy: "interrupted", endedTs: null },
    ),
    entry("interrupt", { seq: 4, key: "interrupt/4/run-1", reason: "interrupted" }),
  ]);
  expect(conversation.main.settled).toBe(4);
});

test("[F28] a run without run_started begins with the first event that names it", () => {
  expect(runOf(conversationOf(text(0, "Hi")))).toEqual({ ...usualRun, announced: false });
  const announced = conversationOf(text(0, "Hi"), { type: "run_started", model: "opus" });
  expect(runOf(announced)).toEqual({ ...usualRun, model: "opus" });
});

test("[F28] an existing run is not started again", () => {
  const conversation = conversationOf({ type: "run_started" }, { type: "run_started", model: "other" });
  expect(runOf(conversation)).toEqual(usualRun);
  expect(conversation.faults.recent).toEqual([{ code: "run_exists", seq: 2, about: runId }]);
});

test("[F29] events after the end are shown separately and change nothing that is settled", () => {
  const before = conversationOf(text(0, "Hello"), call, ended("cancelled"));
  const late = conversationOf(text(0, "Hello"), call, ended("cancelled"), text(5, " world"), {
    type: "tool_result",
    callId: "c1",
    toolName: "Bash",
    ok: true,
    result: "done",
  });
  expect(entriesOf(late).slice(0, 3)).toEqual(entriesOf(before));
  expect(entriesOf(late).slice(3)).toEqual([
    entry("late", {
      seq: 4,
      eventType: "text_delta",
      event: expect.objectContaining({ type: "text_delta", delta: " world", seq: 4 }),
    }),
    entry("late", {
      seq: 5,
      eventType: "tool_result",
      event: expect.objectContaining({ type: "tool_result", result: "done", seq: 5 }),
    }),
  ]);
});

test("[F29] a status after the end does not revive the run", () => {
  const conversation = conversationOf({ type: "agent_status", status: "thinking" }, ended("interrupted"), {
    type: "agent_status",
    status: "thinking",
  });
  expect(runOf(conversation).status).toBeNull();
  expect(entriesOf(conversation)).toHaveLength(1);
});

test("[F31] a cancel keeps the partial text and flags it, and marks the place once", () => {
  const conversation = conversationOf(
    text(0, "I will now"),
    { type: "interrupt", reason: "user_cancel" },
    { type: "output_cancelled" },
    ended("cancelled"),
  );
  expect(entriesOf(conversation)).toEqual([
    message("I will now", { seq: 2, ts: 1001, endedBy: "cancelled", endedTs: null }),
    entry("interrupt", { seq: 2, reason: "user_cancel" }),
  ]);
});

test("[F31] a complete text that names the interrupting outcome is flagged too", () => {
  const conversation = conversationOf(
    text(0, "I will now"),
    { type: "text_done", responseId: "r1", text: "I will now", startedTs: 1001, endedBy: "cancelled" },
    { type: "interrupt", reason: "user_cancel" },
    ended("cancelled"),
  );
  expect(entriesOf(conversation)).toEqual([
    message("I will now", { seq: 2, ts: 1001, endedBy: "cancelled", endedTs: null }),
    entry("interrupt", { seq: 3, reason: "user_cancel" }),
  ]);
});

test("[F31] text before tools stays before them, whatever their times are", () => {
  const at = { ts: 5000 };
  const conversation = conversationOf(
    { ...text(0, "First"), ...at } as Body,
    { ...call, ts: 5000 } as Body,
    { ...ended("cancelled"), ts: 4000 } as Body,
  );
  expect(entriesOf(conversation)).toEqual([
    message("First", { seq: 1, ts: 5000, endedTs: null }),
    toolCall("c1", { seq: 3, ts: 5000, input: { command: "sleep 9" }, endedBy: "cancelled" }),
    entry("interrupt", { seq: 3, key: "interrupt/3/run-1", ts: 4000, reason: "cancelled" }),
  ]);
});

test("[F32] a failed run shows its reason once", () => {
  const error = { code: "backend_exited", message: "The agent stopped with code 1." };
  const told = conversationOf(ended("failed", { error }));
  expect(entriesOf(told)).toEqual([
    entry("error", { seq: 1, key: "error/1/run-1", error, retryable: false }),
  ]);
  const toldBefore = conversationOf(
    { type: "run_started" },
    { type: "error", ...error },
    ended("failed", { error }),
  );
  expect(entriesOf(toldBefore)).toEqual([entry("error", { seq: 2, error, retryable: false })]);
  const untold = conversationOf(ended("failed"));
  expect(entriesOf(untold)).toEqual([
    entry("error", {
      seq: 1,
      key: "error/1/run-1",
      error: { code: "run_failed", message: "The run failed and gave no reason." },
      retryable: false,
    }),
  ]);
});

test("[F34] a repeated status keeps its start time, a different one restarts it, the end clears it", () => {
  const status = (name: "thinking" | "calling_tool", more: object = {}): Body => ({
    type: "agent_status",
    status: name,
    ...more,
  });
  const same = conversationOf(status("thinking"), status("thinking", { detail: "deeper" }));
  expect(runOf(same).status).toEqual({
    status: "thinking",
    detail: "deeper",
    toolName: null,
    seq: 2,
    sinceTs: 1001,
    sinceSeq: 1,
  });
  const other = conversationOf(status("thinking"), status("calling_tool", { toolName: "Bash" }));
  expect(runOf(other).status).toEqual({
    status: "calling_tool",
    detail: null,
    toolName: "Bash",
    seq: 2,
    sinceTs: 1002,
    sinceSeq: 2,
  });
  expect(runOf(conversationOf(status("thinking"), ended("completed"))).status).toBeNull();
});

const usage = (model: string, inputTokens: number, costUsd?: number | null): Body => ({
  type: "usage",
  model,
  inputTokens,
  outputTokens: 1,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const sum = (model: string, inputTokens: number, outputTokens: number, costNanos: number, unpriced = 0) => ({
  model,
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costNanos,
  unpriced,
});

test("[F21] usage is summed exactly, by model", () => {
  const conversation = conversationOf(usage("opus", 10, 0.1), usage("haiku", 5, 0.2), usage("opus", 1, 0.2));
  const sums = [sum("haiku", 5, 1, 200_000_000), sum("opus", 11, 2, 300_000_000)];
  expect(runOf(conversation).usage).toEqual(sums);
  expect(conversation.usage).toEqual(sums);
});

test("[F21] an unknown price is unknown, not free", () => {
  const conversation = conversationOf(usage("local", 10), usage("local", 10, null), usage("local", 10, 0));
  expect(conversation.usage).toEqual([sum("local", 30, 3, 0, 2)]);
});

test("[F21] the total in a run's end replaces its single reports; usage after the end counts too", () => {
  const total = { model: "opus", inputTokens: 100, outputTokens: 7, costUsd: 0.5 };
  const conversation = conversationOf(
    usage("opus", 10, 0.1),
    { ...usage("opus", 1, 0.1), runId: "run-2" } as Body,
    ended("completed", { usage: [total] }),
    usage("opus", 3, 0.1),
  );
  expect(runOf(conversation).usage).toEqual([sum("opus", 103, 8, 600_000_000)]);
  expect(conversation.usage).toEqual([sum("opus", 104, 9, 700_000_000)]);
});
