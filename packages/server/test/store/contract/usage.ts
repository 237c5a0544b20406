import { expect, test } from "vitest";
import type { UsageRow } from "../../../src/store/store.ts";
import type { OpenStore } from "../contract.ts";
import { append, newSession } from "../write-log.ts";

const sums = (more: Partial<UsageRow>): UsageRow => ({
  slotTs: 0,
  projectRoot: "/p",
  agentId: "claude",
  subagent: false,
  model: "m",
  runs: 1,
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costNanos: 500_000_000,
  unpriced: 0,
  ...more,
});
const used = { type: "usage" as const, model: "m", inputTokens: 10, outputTokens: 5, costUsd: 0.5 };
const always = { from: 0, to: 1e12 };

export function usageContract(open: OpenStore): void {
  test("usage is summed by project, agent, model and whether a subagent used it", async () => {
    const store = open();
    await store.commit({
      created: [newSession("a", { projectRoot: "/p" }), newSession("b", { projectRoot: "/q" })],
    });
    await append(store, "a", [
      { type: "run_started", runId: "r1" },
      { ...used, runId: "r1" },
      { ...used, runId: "r1", model: "n", costUsd: null },
      { type: "run_started", runId: "r2", parentRunId: "r1" },
      { ...used, runId: "r2" },
      { type: "run_started", runId: "r3" },
      { ...used, runId: "r3" },
      { type: "run_started", runId: "silent" },
    ]);
    await append(store, "b", [
      { type: "run_started", runId: "r4" },
      { ...used, runId: "r4" },
    ]);
    const silent = { model: null, inputTokens: 0, outputTokens: 0, costNanos: 0 };
    const other = sums({ projectRoot: "/q" });
    const inP = [
      sums(silent),
      sums({ runs: 2, inputTokens: 20, outputTokens: 10, costNanos: 1_000_000_000 }),
      sums({ model: "n", costNanos: 0, unpriced: 1 }),
      sums({ subagent: true }),
    ];
    expect(await store.usage(always)).toEqual([...inP, other]);
    expect(await store.usage({ ...always, projectRoot: "/q" })).toEqual([other]);
  });

  test("a run counts in the quarter of an hour in which it started, and only between the two times", async () => {
    const store = open();
    await store.commit({ created: [newSession("a", { projectRoot: "/p" })] });
    const at = (ts: number, runId: string) => [
      { type: "run_started" as const, runId, ts },
      { ...used, runId, ts },
    ];
    await append(store, "a", [...at(899_999, "r1"), ...at(900_000, "r2"), ...at(2_700_001, "r3")]);
    expect(await store.usage(always)).toEqual([
      sums({}),
      sums({ slotTs: 900_000 }),
      sums({ slotTs: 2_700_000 }),
    ]);
    expect(await store.usage({ from: 900_000, to: 2_700_001 })).toEqual([sums({ slotTs: 900_000 })]);
  });

  test("runs that a fork copied count once, even if the first session is gone", async () => {
    const store = open();
    await store.commit({
      created: [newSession("a", { projectRoot: "/p" }), newSession("fork", { projectRoot: "/p" })],
    });
    const past = [
      { type: "run_started" as const, runId: "r1" },
      { ...used, runId: "r1" },
    ];
    await append(store, "a", past);
    await append(store, "fork", [...past, { type: "run_started", runId: "r2" }, { ...used, runId: "r2" }]);
    const both = [sums({ runs: 2, inputTokens: 20, outputTokens: 10, costNanos: 1_000_000_000 })];
    expect(await store.usage(always)).toEqual(both);
    await store.commit({ deleted: ["a"] });
    expect(await store.usage(always)).toEqual(both);
  });
}
