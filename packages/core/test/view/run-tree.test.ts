import { describe, expect, test } from "vitest";
import { pendingAsks } from "../../src/view/pending-asks.ts";
import { runPath, runsBelow, runTree } from "../../src/view/run-tree.ts";
import { rollUpUsage, sessionUsage } from "../../src/view/usage-total.ts";
import { type Body, conversationOf } from "../log.ts";

const started: Body = { type: "run_started" };
const child = (runId: string, parentRunId: string, agentId = "claude"): Body => ({
  type: "run_started",
  runId,
  parentRunId,
  agentId,
});
const question = (questionId: string, runId = "run-1"): Body => ({
  type: "ask_user",
  questionId,
  runId,
  questions: [],
});
const permission = (requestId: string, runId: string): Body => ({
  type: "permission_request",
  requestId,
  runId,
  toolName: "Bash",
  options: [],
});

describe("tree", () => {
  const ids = (nodes: ReturnType<typeof runTree>) =>
    nodes.map(({ run, depth }) => `${"  ".repeat(depth)}${run.runId}`);

  test("[V13] every run is below its parent, in the order they began", () => {
    const conversation = conversationOf(
      started,
      child("a", "run-1"),
      child("b", "run-1"),
      child("a1", "a"),
      { ...started, runId: "run-2" } as Body,
      child("a2", "a"),
    );
    expect(ids(runTree(conversation))).toEqual(["run-1", "  a", "    a1", "    a2", "  b", "run-2"]);
    expect(ids(runsBelow(conversation, "a"))).toEqual(["a", "  a1", "  a2"]);
    expect(runsBelow(conversation, "unknown")).toEqual([]);
  });

  test("[V13] a run with an unknown parent is at the top", () => {
    const conversation = conversationOf(child("a", "lost"), child("b", "a"));
    expect(ids(runTree(conversation))).toEqual(["a", "  b"]);
    expect(runPath(conversation, "b").map((run) => run.runId)).toEqual(["a", "b"]);
  });

  test("[V13] runs that name each other as parents do not cause an endless loop", () => {
    const conversation = conversationOf(child("a", "b"), child("b", "a"), child("c", "c"));
    expect(ids(runTree(conversation))).toEqual(["a", "  b", "c"]);
    expect(runPath(conversation, "b").map((run) => run.runId)).toEqual(["a", "b"]);
    expect(runPath(conversation, "c").map((run) => run.runId)).toEqual(["c"]);
  });

  test("[V13] a tree may be ten thousand deep", () => {
    const bodies: Body[] = [{ ...started, runId: "r0" } as Body];
    for (let depth = 1; depth < 10_000; depth++) bodies.push(child(`r${depth}`, `r${depth - 1}`));
    const conversation = conversationOf(...bodies, question("q", "r9999"));
    expect(runTree(conversation).at(-1)?.depth).toBe(9999);
    expect(pendingAsks(conversation)[0]?.path.length).toBe(10_000);
  });
});

describe("inbox", () => {
  test("[V14] asks are listed in the order they were opened, each with the path to its agent", () => {
    const conversation = conversationOf(
      started,
      question("q9"),
      child("a", "run-1", "codex"),
      child("a1", "a", "pi"),
      permission("p1", "a1"),
      { type: "plan_update", planId: "plan", entries: [], awaitsApproval: true, runId: "a" },
      question("q1"),
      { type: "ask_user_response", questionId: "q1" },
    );
    expect(
      pendingAsks(conversation).map(({ askId, entry, place, path }) => ({
        askId,
        kind: entry.kind,
        seq: entry.seq,
        place,
        path: path.map((run) => `${run.agentId} ${run.runId}`),
      })),
    ).toEqual([
      { askId: "q9", kind: "question", seq: 2, place: { lane: -1, pos: 0 }, path: ["claude run-1"] },
      {
        askId: "p1",
        kind: "permission",
        seq: 5,
        place: { lane: 1, pos: 0 },
        path: ["claude run-1", "codex a", "pi a1"],
      },
      { askId: "plan", kind: "plan", seq: 6, place: { lane: 0, pos: 1 }, path: ["claude run-1", "codex a"] },
    ]);
  });

  test("[V14] an ask that ended with its run is no longer open", () => {
    const conversation = conversationOf(started, child("a", "run-1"), permission("p1", "a"), {
      type: "run_ended",
      outcome: "cancelled",
    });
    expect(pendingAsks(conversation)).toEqual([]);
  });
});

describe("usage", () => {
  const used = (runId: string, model: string, costUsd: number | null): Body => ({
    type: "usage",
    runId,
    model,
    inputTokens: 10,
    outputTokens: 1,
    costUsd,
  });
  const model = (name: string, calls: number, costUsd: number, costComplete = true) => ({
    model: name,
    inputTokens: 10 * calls,
    outputTokens: calls,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    costUsd,
    costComplete,
  });

  const conversation = conversationOf(
    started,
    used("run-1", "opus", 0.1),
    child("a", "run-1"),
    used("a", "haiku", 0.2),
    used("a", "opus", 0.2),
    child("a1", "a"),
    used("a1", "local", null),
    { ...started, runId: "run-2" } as Body,
    used("run-2", "opus", 1),
  );

  test("[V15] a run's usage includes its subagents, by model, and states if a price is missing", () => {
    expect(rollUpUsage(conversation, "run-1")).toEqual({
      models: [model("haiku", 1, 0.2), model("local", 1, 0, false), model("opus", 2, 0.3)],
      inputTokens: 40,
      outputTokens: 4,
      costUsd: 0.5,
      costComplete: false,
    });
    expect(rollUpUsage(conversation, "run-2")).toEqual({
      models: [model("opus", 1, 1)],
      inputTokens: 10,
      outputTokens: 1,
      costUsd: 1,
      costComplete: true,
    });
  });

  test("[V15] the session's usage is the sum over all its runs", () => {
    expect(sessionUsage(conversation)).toEqual({
      models: [model("haiku", 1, 0.2), model("local", 1, 0, false), model("opus", 3, 1.3)],
      inputTokens: 50,
      outputTokens: 5,
      costUsd: 1.5,
      costComplete: false,
    });
  });

  const costOf = (...bodies: Body[]) => {
    const { costUsd, costComplete } = sessionUsage(conversationOf(...bodies));
    return [costUsd, costComplete];
  };
  const ended: Body = { type: "run_ended", outcome: "completed" };

  test("[V15] the cost of a session is unknown if its agent has reported no usage", () => {
    expect(costOf()).toEqual([0, true]);
    expect(costOf(started)).toEqual([0, false]);
    expect(costOf(started, ended)).toEqual([0, false]);
    expect(costOf(started, used("run-1", "opus", 0), ended)).toEqual([0, true]);
    expect(costOf(started, ended, used("run-1", "opus", 0.5))).toEqual([0.5, true]);
    expect(costOf(started, used("run-1", "opus", 0.5), { ...ended, usage: [] })).toEqual([0, false]);
  });

  test("[V15] the cost is a minimum if one of several agents has reported no usage", () => {
    const other = { ...started, runId: "run-2", agentId: "kimi" } as Body;
    expect(costOf(started, used("run-1", "opus", 0.5), other)).toEqual([0.5, false]);
    const exchange = conversationOf(started, used("run-1", "opus", 0.5), child("a", "run-1", "kimi"));
    expect([rollUpUsage(exchange, "run-1").costComplete, sessionUsage(exchange).costComplete]).toEqual([
      false,
      false,
    ]);
  });

  test("[V15] runs and subagents without a report do not matter if their agent reports usage", () => {
    const again = { ...started, runId: "run-2" } as Body;
    expect(costOf(started, used("run-1", "opus", 0.5), child("a", "run-1"), again)).toEqual([0.5, true]);
  });

  test("[V15] no usage costs nothing", () => {
    expect(rollUpUsage(conversation, "unknown")).toEqual({
      models: [],
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
      costComplete: true,
    });
  });
});
