import { expect, test } from "vitest";
import { findRun } from "../../src/index.ts";
import { entry, message, toolCall } from "../expected.ts";
import type { Body } from "../log.ts";
import { conversationOf, entriesOf, laneOf } from "../log.ts";

const task = (callId: string): Body => ({
  type: "tool_call_start",
  callId,
  toolName: "Task",
  input: { prompt: "look" },
});
const spawned = (childRunId: string, more: object = {}): Body => ({
  type: "subagent_spawned",
  childRunId,
  task: "look",
  ...more,
});
const say = (runId: string, delta: string, more: object = {}): Body =>
  ({ type: "text_delta", responseId: "r1", offset: 0, delta, runId, ...more }) as Body;

test("[F23] a subagent's work has its own lane; the call that started it points there", () => {
  const conversation = conversationOf(
    task("c1"),
    spawned("child", { callId: "c1" }),
    say("child", "Looking"),
  );
  expect(entriesOf(conversation)).toEqual([
    toolCall("c1", {
      seq: 2,
      ts: 1001,
      live: true,
      toolName: "Task",
      input: { prompt: "look" },
      childRunIds: ["child"],
    }),
  ]);
  expect(laneOf(conversation, "child")).toEqual([
    message("Looking", { seq: 3, live: true, runId: "child", key: "child/message/r1/0" }),
  ]);
});

test("[F23] a subagent's text does not interrupt its parent's, nor block what is settled there", () => {
  const conversation = conversationOf(say("run-1", "One"), spawned("child"), say("child", "Looking"), {
    type: "text_done",
    responseId: "r1",
    text: "One two",
  });
  expect(entriesOf(conversation)[0]).toEqual(message("One two", { seq: 4 }));
});

test("[F23] runs may be nested at any depth", () => {
  const depth = 40;
  const bodies: Body[] = Array.from({ length: depth }, (_, level) => ({
    ...spawned(`run-${level + 2}`),
    runId: `run-${level + 1}`,
  }));
  const conversation = conversationOf(...bodies, say(`run-${depth + 1}`, "deep"));
  expect(findRun(conversation, `run-${depth + 1}`)?.depth).toBe(depth);
  expect(laneOf(conversation, `run-${depth + 1}`)).toHaveLength(1);
});

test("[F24] two subagents of the same agent stay two", () => {
  const conversation = conversationOf(
    task("c1"),
    spawned("a", { callId: "c1", childAgentId: "explorer" }),
    spawned("b", { callId: "c1", childAgentId: "explorer" }),
    say("a", "from a", { agentId: "explorer" }),
    say("b", "from b", { agentId: "explorer" }),
  );
  expect(entriesOf(conversation)).toMatchObject([{ callId: "c1", childRunIds: ["a", "b"] }]);
  expect(laneOf(conversation, "a")).toMatchObject([{ body: "from a", agentId: "explorer" }]);
  expect(laneOf(conversation, "b")).toMatchObject([{ body: "from b", agentId: "explorer" }]);
});

test("[F25] a subagent that its backend identifies only by the call is the run of that call", () => {
  const conversation = conversationOf(
    task("c1"),
    task("c2"),
    say("run-1", "one", { parentCallId: "c1" }),
    say("run-1", "two", { parentCallId: "c2" }),
    say("run-1", "parent"),
  );
  expect(laneOf(conversation, "run-1#c1")).toEqual([
    message("one", { seq: 3, live: true, runId: "run-1#c1", key: "run-1#c1/message/r1/0" }),
  ]);
  expect(laneOf(conversation, "run-1#c2")).toMatchObject([{ body: "two" }]);
  expect(entriesOf(conversation)).toMatchObject([
    { callId: "c1", childRunIds: ["run-1#c1"] },
    { callId: "c2", childRunIds: ["run-1#c2"] },
    { body: "parent" },
  ]);
});

test("[F25] its text is separate from its parent's in the same response, even if one streams right after the other", () => {
  const piece = (offset: number, delta: string, more: object = {}) =>
    ({ type: "text_delta", responseId: "r1", offset, delta, ...more }) as Body;
  const conversation = conversationOf(
    task("c1"),
    piece(0, "par"),
    piece(0, "child", { parentCallId: "c1" }),
    piece(3, "ent"),
    piece(5, "ren", { parentCallId: "c1" }),
  );
  expect(entriesOf(conversation)).toMatchObject([{ callId: "c1" }, { body: "parent" }]);
  expect(laneOf(conversation, "run-1#c1")).toMatchObject([{ body: "children" }]);
});

test("[F25] messages to it and remarks about it are in its lane under its name", () => {
  const known = { parentCallId: "c1" };
  const conversation = conversationOf(
    task("c1"),
    say("run-1", "one", known),
    { type: "user_message", text: "go on", ...known },
    { type: "notice", text: "slow", ...known },
    { type: "error", code: "child_failed", message: "It broke.", ...known },
    { type: "run_ended", outcome: "failed" },
  );
  expect(laneOf(conversation, "run-1#c1")).toMatchObject([
    { body: "one", runId: "run-1#c1" },
    { body: "go on", runId: "run-1#c1" },
    { kind: "notice", runId: "run-1#c1" },
    { kind: "error", runId: "run-1#c1" },
  ]);
  expect(entriesOf(conversation)).toMatchObject([
    { callId: "c1" },
    { kind: "error", error: { code: "run_failed" } },
  ]);
});

test("[F23] a run that names itself as its parent is shown like one with an unknown parent", () => {
  const conversation = conversationOf({ type: "run_started", runId: "c", parentRunId: "c" } as Body);
  expect(entriesOf(conversation)).toMatchObject([{ kind: "subagent", childRunId: "c" }]);
  expect(laneOf(conversation, "c")).toEqual([]);
  expect(conversation.faults.recent).toEqual([{ code: "unknown_parent", seq: 1, about: "c" }]);
});

test("[F23] a subagent without a call is shown by an entry that is live as long as its run", () => {
  const shown = (given: { seq: number; [field: string]: unknown }) =>
    entry("subagent", { key: "subagent/child", childRunId: "child", task: "look", ...given });
  expect(entriesOf(conversationOf(spawned("child")))).toEqual([shown({ seq: 1, live: true })]);
  const over = conversationOf(spawned("child"), {
    type: "subagent_result",
    childRunId: "child",
    outcome: "completed",
    result: "found it",
  });
  expect(entriesOf(over)).toEqual([shown({ seq: 2, ts: 1001, endedBy: "completed" })]);
  expect(findRun(over, "child")).toMatchObject({ outcome: "completed", result: "found it" });
});

test("[F23] a subagent with an unknown parent is shown in the session's own lane", () => {
  const conversation = conversationOf({ type: "run_started", runId: "child", parentRunId: "nobody" } as Body);
  expect(entriesOf(conversation)).toMatchObject([{ kind: "subagent", childRunId: "child", live: true }]);
  expect(conversation.faults.recent).toEqual([{ code: "unknown_parent", seq: 1, about: "child" }]);
});

test("[F30] a cancel ends the whole tree: every open call and ask at any depth", () => {
  const conversation = conversationOf(
    task("c1"),
    spawned("child", { callId: "c1" }),
    { ...spawned("grandchild"), runId: "child" } as Body,
    {
      type: "permission_request",
      requestId: "p1",
      toolName: "Bash",
      options: [],
      runId: "grandchild",
    } as Body,
    { type: "run_ended", outcome: "cancelled" },
  );
  expect(["run-1", "child", "grandchild"].map((id) => findRun(conversation, id)?.outcome)).toEqual([
    "cancelled",
    "cancelled",
    "cancelled",
  ]);
  expect(conversation.pendingAsks.size).toBe(0);
  expect(conversation.liveRuns.size).toBe(0);
  expect(laneOf(conversation, "grandchild")).toMatchObject([
    { kind: "permission", live: false, endedBy: "cancelled" },
    { kind: "interrupt", reason: "cancelled" },
  ]);
});

test("[F30] a subagent may continue in the background after its parent has ended", () => {
  const conversation = conversationOf(
    spawned("child"),
    { type: "run_ended", outcome: "completed" },
    say("child", "still here"),
  );
  expect([...conversation.liveRuns].map(([runId]) => runId)).toEqual(["child"]);
  expect(laneOf(conversation, "child")).toMatchObject([{ body: "still here", live: true }]);
});
