import { expect, test } from "vitest";
import { boundsOf, usedShare } from "../../src/index.ts";

const used = { usedUsd: 1, usedTokens: 300, costComplete: true };

test("the used share is that of cost or tokens, whichever is closer to its limit, and null without a limit", () => {
  expect([
    usedShare(used),
    usedShare({ ...used, costUsd: 4 }),
    usedShare({ ...used, tokens: 400 }),
    usedShare({ ...used, costUsd: 4, tokens: 400 }),
    usedShare({ ...used, costUsd: 0.5 }),
  ]).toEqual([null, 0.25, 0.75, 0.75, 2]);
});

test("a session is limited by its own budget, its mission's and the day's, each with its own setter", async () => {
  const calls: unknown[] = [];
  const call = (name: string) => (input: object) => {
    calls.push([name, input]);
    return Promise.resolve();
  };
  const mission = {
    missionId: "m",
    projectRoot: "/p",
    sessions: { a: "s", b: "t", c: "s" },
    budget: { costUsd: 2 },
  };
  const api = {
    budgets: {
      get: async (place: object) => ({ budget: { ...used, costUsd: "sessionId" in place ? 5 : 9 } }),
      set: call("budgets.set"),
    },
    missions: { get: async () => ({ mission: mission as never }), change: call("missions.change") },
  };
  const bounds = await boundsOf(api, "s", "/p");
  expect(bounds.map(({ of, budget }) => [of, budget])).toEqual([
    ["session", { ...used, costUsd: 5 }],
    ["mission", { usedUsd: 2, usedTokens: 600, costComplete: true, costUsd: 2 }],
    ["day", { ...used, costUsd: 9 }],
  ]);
  for (const bound of bounds) await bound.set({ tokens: 7 });
  await bounds[1]?.set({});
  expect(calls).toEqual([
    ["budgets.set", { sessionId: "s", tokens: 7 }],
    ["missions.change", { projectRoot: "/p", budget: { tokens: 7 } }],
    ["budgets.set", { projectRoot: "/p", tokens: 7 }],
    ["missions.change", { projectRoot: "/p", budget: null }],
  ]);
  expect((await boundsOf(api, "another", "/p")).map(({ of }) => of)).toEqual(["session", "day"]);
});
