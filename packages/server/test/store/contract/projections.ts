import { expect, test } from "vitest";
import type { AskRow, RunRow } from "../../../src/store/store.ts";
import type { OpenStore } from "../contract.ts";
import { append, type Body, delta, newSession, readAll, say } from "../write-log.ts";

const run = (runId: string, more: Partial<RunRow> = {}): RunRow => ({
  runId,
  sessionId: "a",
  agentId: "claude",
  parentRunId: null,
  startedTs: 1001,
  endedTs: null,
  outcome: null,
  error: null,
  usage: [],
  ...more,
});

const request = (requestId: string, more: Partial<Body> = {}): Body =>
  ({ type: "permission_request", requestId, toolName: "Bash", options: [], ...more }) as Body;

export function projectionContract(open: OpenStore): void {
  test("a run exists from its start to its outcome", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [{ type: "run_started", runId: "r1", model: "m" }]);
    expect(await store.runs({ limit: 10 })).toEqual([run("r1")]);
    expect(await store.runs({ live: true, limit: 10 })).toEqual([run("r1")]);
    const used = { model: "m", inputTokens: 10, outputTokens: 5, costUsd: 0.5 };
    await append(store, "a", [
      { type: "usage", runId: "r1", ...used },
      { type: "usage", runId: "r1", ...used, costUsd: null },
    ]);
    const sums = {
      inputTokens: 20,
      outputTokens: 10,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    };
    expect(await store.run("r1")).toEqual(
      run("r1", { usage: [{ model: "m", ...sums, costNanos: 500_000_000, unpriced: 1 }] }),
    );
    const error = { code: "backend_exited", message: "It exited." };
    await append(store, "a", [
      { type: "run_ended", runId: "r1", outcome: "failed", error, usage: [{ ...used, inputTokens: 20 }] },
      { type: "run_ended", runId: "r1", outcome: "completed" },
    ]);
    const total = { ...sums, outputTokens: 5, costNanos: 500_000_000, unpriced: 0 };
    const ended = run("r1", { endedTs: 1004, outcome: "failed", error, usage: [{ model: "m", ...total }] });
    expect(await store.run("r1")).toEqual(ended);
    expect(await store.runs({ live: true, limit: 10 })).toEqual([]);
    expect(await store.run("r2")).toBeNull();
  });

  test("a run without a start event begins with its first output; a message to it does not begin it", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [
      { ...say("go"), runId: "r1" },
      { ...delta(0, "x"), runId: "r1" },
      { ...delta(1, "y"), runId: "r1" },
    ]);
    expect(await store.runs({ limit: 10 })).toEqual([run("r1", { startedTs: 1002 })]);
  });

  test("subagents are children of their run; cancelling the run also cancels them and their asks", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [
      { type: "run_started", runId: "r1" },
      { type: "subagent_spawned", runId: "r1", childRunId: "r2", childAgentId: "codex", callId: "c1" },
      { type: "run_started", runId: "r3", parentRunId: "r2", agentId: "pi" },
      { ...delta(0, "by its call only"), runId: "r1", parentCallId: "c9" },
      request("q1", { runId: "r3", agentId: "pi" }),
      { type: "run_started", runId: "other" },
      request("q2", { runId: "other" }),
    ]);
    const children = [
      run("r1#c9", { parentRunId: "r1", startedTs: 1004 }),
      run("r2", { parentRunId: "r1", startedTs: 1002, agentId: "codex" }),
    ];
    expect(await store.runs({ parentRunId: "r1", limit: 10 })).toEqual(children);
    await append(store, "a", [{ type: "run_ended", runId: "r1", outcome: "cancelled" }]);
    const end = { outcome: "cancelled", endedTs: 1008 } as const;
    expect(await store.runs({ sessionId: "a", limit: 10 })).toEqual([
      run("other", { startedTs: 1006 }),
      ...children.slice(0, 1).map((child) => ({ ...child, ...end })),
      run("r3", { parentRunId: "r2", startedTs: 1003, agentId: "pi", ...end }),
      ...children.slice(1).map((child) => ({ ...child, ...end })),
      run("r1", end),
    ]);
    expect((await store.ask("q1"))?.state).toBe("expired");
    expect((await store.ask("q2"))?.state).toBe("pending");
  });

  test("a completed run leaves its subagents running", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [
      { type: "run_started", runId: "r1" },
      { type: "subagent_spawned", runId: "r1", childRunId: "r2" },
      { type: "run_ended", runId: "r1", outcome: "completed" },
    ]);
    expect((await store.runs({ live: true, limit: 10 })).map((row) => row.runId)).toEqual(["r2"]);
    await append(store, "a", [
      { type: "subagent_result", runId: "r1", childRunId: "r2", outcome: "completed" },
    ]);
    expect(await store.run("r2")).toEqual(
      run("r2", { parentRunId: "r1", startedTs: 1002, outcome: "completed", endedTs: 1004 }),
    );
  });

  test("an ask waits until it is answered, once, by an answer of its kind", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [
      { type: "run_started", runId: "r1" },
      request("q1", { runId: "r1" }),
      { type: "ask_user", runId: "r1", questionId: "q2", questions: [{ question: "Which?", options: [] }] },
      { type: "plan_update", runId: "r1", planId: "q3", entries: [], awaitsApproval: true },
      { type: "plan_update", runId: "r1", planId: "q4", entries: [] },
      request("q1", { runId: "r1" }),
    ]);
    const lines = (await readAll(store, "a")).map((event) => event.line);
    const ask = (askId: string, kind: AskRow["kind"], state: AskRow["state"], seq: number): AskRow => ({
      askId,
      sessionId: "a",
      runId: "r1",
      agentId: "claude",
      kind,
      state,
      createdTs: 1000 + seq,
      line: lines[seq - 1] as string,
    });
    expect(await store.asks({ state: "pending", limit: 10 })).toEqual([
      ask("q3", "plan", "pending", 4),
      ask("q2", "question", "pending", 3),
      ask("q1", "permission", "pending", 2),
    ]);
    await append(store, "a", [
      { type: "ask_user_response", questionId: "q1" },
      { type: "permission_response", requestId: "q1", optionId: "yes" },
      { type: "permission_response", requestId: "q1", outcome: "cancelled" },
      { type: "plan_response", planId: "q3", outcome: "cancelled" },
      { type: "permission_response", requestId: "q9" },
    ]);
    expect(await store.asks({ sessionId: "a", limit: 10 })).toEqual([
      ask("q3", "plan", "cancelled", 4),
      ask("q2", "question", "pending", 3),
      ask("q1", "permission", "answered", 2),
    ]);
    await append(store, "a", [
      { type: "run_ended", runId: "r1", outcome: "completed" },
      request("q5", { runId: "r1" }),
      { type: "ask_user_response", questionId: "q2" },
    ]);
    expect(await store.ask("q2")).toEqual(ask("q2", "question", "expired", 3));
    expect(await store.ask("q5")).toBeNull();
    expect(await store.asks({ sessionId: "b", limit: 10 })).toEqual([]);
    expect(await store.asks({ state: "expired", limit: 10 })).toEqual([ask("q2", "question", "expired", 3)]);
  });

  test("the same IDs in two sessions are separate; open ones are found before newer ones", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b", { projectRoot: "/other" })] });
    const same: Body[] = [{ type: "run_started", runId: "r1" }, request("q1", { runId: "r1" })];
    await append(store, "a", same);
    await append(store, "b", [...same, { type: "run_ended", runId: "r1", outcome: "interrupted" }]);
    expect((await store.run("r1"))?.sessionId).toBe("a");
    expect((await store.ask("q1"))?.sessionId).toBe("a");
    await append(store, "a", [{ type: "run_ended", runId: "r1", outcome: "completed" }]);
    expect((await store.run("r1"))?.sessionId).toBe("b");
    expect((await store.ask("q1"))?.sessionId).toBe("b");
    expect((await store.runs({ projectRoot: "/other", limit: 10 })).map((row) => row.sessionId)).toEqual([
      "b",
    ]);
    expect((await store.runs({ limit: 1 })).map((row) => row.sessionId)).toEqual(["b"]);
  });

  test("open runs, queued messages and open asks are counted over all sessions, without deleted ones", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b"), newSession("c")] });
    const begun = (runId: string): Body => ({ type: "run_started", runId });
    await append(store, "a", [begun("r1"), begun("r2")], { summary: { queued: 2, pendingAsks: 1 } });
    await append(store, "b", [begun("r3"), { type: "run_ended", runId: "r3", outcome: "completed" }], {
      summary: { queued: 1 },
    });
    await append(store, "c", [begun("r4")], { summary: { queued: 5 } });
    await store.commit({ deleted: ["c"] });
    expect(await store.counts()).toEqual({ liveRuns: 2, queued: 3, pendingAsks: 1 });
  });
}
