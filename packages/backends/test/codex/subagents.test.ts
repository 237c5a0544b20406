import { expect, test } from "vitest";
import { mutedTurns, withMutedChildren } from "../../src/codex/translate/subagents.ts";
import {
  agentId,
  busy,
  completed,
  play,
  runRef,
  started,
  told,
  turnCompleted,
  turnStarted,
} from "./lines.ts";

const spawnItem = (id: string, more: object = {}) => ({
  type: "collabAgentToolCall",
  id,
  tool: "spawnAgent",
  status: "completed",
  prompt: "Look.",
  receiverThreadIds: [],
  ...more,
});
const spawnDone = completed(spawnItem("c1", { receiverThreadIds: ["child"] }));
const inChild = { threadId: "child", turnId: "t2" };
const childSpeaker = { runId: "run/child", agentId };
const childTurn = turnStarted("t2", { rootTurnId: "turn" }, "child");
const childText = completed({ type: "agentMessage", id: "m", text: "Seen." }, inChild);
const childEnd = turnCompleted({ id: "t2", status: "completed" }, "child");

const callStart = {
  type: "tool_call_start",
  callId: "c1",
  toolName: "spawn_agent",
  input: { prompt: "Look." },
  ...runRef,
};
const callEnd = { type: "tool_result", callId: "c1", toolName: "spawn_agent", ok: true, ...runRef };
const spawned = { type: "subagent_spawned", childRunId: "run/child", callId: "c1", ...runRef };
const text = { type: "text_done", responseId: "m", text: "Seen.", ...childSpeaker };
const result = {
  type: "subagent_result",
  childRunId: "run/child",
  outcome: "completed",
  result: "Seen.",
  ...runRef,
};

test("[CX9] a subagent's thread is a run below the call that started it, with its own answer", () => {
  expect(told(busy, started(spawnItem("c1")), spawnDone, childTurn, childText, childEnd)).toEqual([
    callStart,
    { ...spawned, task: "Look." },
    callEnd,
    text,
    result,
  ]);
});

test("[CX9] a subagent may start before its call has ended", () => {
  expect(told(busy, started(spawnItem("c1")), childTurn, spawnDone, childText, childEnd)).toEqual([
    callStart,
    spawned,
    callEnd,
    text,
    result,
  ]);
});

test("[CX9] if several calls may have started it, the first that ends identifies it", () => {
  const both = [started(spawnItem("c1")), started(spawnItem("c2"))];
  const child = { childRunId: "run/t2", ...runRef };
  expect(told(busy, ...both, childTurn, spawnDone, childEnd).slice(2)).toEqual([
    { type: "subagent_spawned", callId: "c1", task: "Look.", ...child },
    callEnd,
    { type: "subagent_result", outcome: "completed", ...child },
  ]);
});

test("[CX9] a subagent with events before its call is a separate entry", () => {
  const child = { childRunId: "run/t2", ...runRef };
  expect(told(busy, childTurn, childText, spawnDone, childEnd)).toEqual([
    { type: "subagent_spawned", ...child },
    { ...text, runId: "run/t2" },
    callStart,
    callEnd,
    { type: "subagent_result", outcome: "completed", result: "Seen.", ...child },
  ]);
  expect(told(busy, childTurn, childEnd)).toEqual([
    { type: "subagent_spawned", ...child },
    { type: "subagent_result", outcome: "completed", ...child },
  ]);
});

test("[CX9] newer versions of Codex only report that a subagent was started; it is shown the same way", () => {
  const activity = completed({
    type: "subAgentActivity",
    id: "c1",
    kind: "started",
    agentThreadId: "child",
    agentPath: "/root/look",
  });
  const call = { ...callStart, input: { task: "look" } };
  expect(told(busy, activity, childTurn, childText, childEnd)).toEqual([
    call,
    { ...spawned, task: "look" },
    callEnd,
    text,
    result,
  ]);
  // It may have started already by then.
  const childRunId = "run/t2";
  expect(told(busy, childTurn, activity, childText, childEnd)).toEqual([
    call,
    { ...spawned, childRunId, task: "look" },
    callEnd,
    { ...text, runId: childRunId },
    { ...result, childRunId },
  ]);
});

test("[CX9] a subagent that outlives its run ends as a separate run", () => {
  const end = turnCompleted({ status: "completed" });
  expect(
    told(busy, started(spawnItem("c1")), spawnDone, childTurn, end, childText, childEnd).slice(3),
  ).toEqual([
    { type: "run_ended", outcome: "completed", ...runRef },
    text,
    { type: "run_ended", outcome: "completed", ...childSpeaker },
  ]);
});

test("[CX9] a subagent that gets more work has another run", () => {
  const { state } = play(busy, started(spawnItem("c1")), spawnDone, childTurn, childEnd);
  const again = { childRunId: "run/t3", ...runRef };
  expect(
    told(
      state,
      turnStarted("t3", { rootTurnId: "turn" }, "child"),
      turnCompleted({ id: "t3", status: "failed", error: { message: "No." } }, "child"),
    ),
  ).toEqual([
    { type: "subagent_spawned", ...again },
    { type: "subagent_result", outcome: "failed", error: { code: "turn_failed", message: "No." }, ...again },
  ]);
});

test("[CX8] events of a cancelled run's subagents are dropped, and their turns are known", () => {
  const { state } = play(busy, started(spawnItem("c1")), spawnDone, childTurn);
  const muted = withMutedChildren(state, "run");
  expect({ turns: mutedTurns(muted), events: play(muted, childText, childEnd).events }).toEqual({
    turns: [{ threadId: "child", turnId: "t2" }],
    events: [],
  });
});
