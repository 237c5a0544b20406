import { expect, test } from "vitest";
import { boundsOf, usedShare } from "../src/index.ts";

const used = { usedUsd: 1, usedTokens: 300, costComplete: true };

test("of cost and tokens the one that is nearer to its end counts, and nothing where nothing bounds", () => {
  expect([
    usedShare(used),
    usedShare({ ...used, costUsd: 4 }),
    usedShare({ ...used, tokens: 400 }),
    usedShare({ ...used, costUsd: 4, tokens: 400 }),
    usedShare({ ...used, costUsd: 0.5 }),
  ]).toEqual([null, 0.25, 0.75, 0.75, 2]);
});

test("a session is held to its own budget, to its mission's and to its day's, each set where it stands", async () => {
  const calls: unknown[] = [];
  const told = (...call: unknown[]) => {
    calls.push(call);
    return Promise.resolve(null as never);
  };
  const mission = {
    missionId: "m",
    projectRoot: "/p",
    sessions: { a: "s", b: "t", c: "s" },
    budget: { costUsd: 2 },
  };
  const client = {
    budget: (place: object) => Promise.resolve({ ...used, costUsd: "sessionId" in place ? 5 : 9 }),
    mission: () => Promise.resolve(mission as never),
    setBudget: (...call: unknown[]) => told("setBudget", ...call),
    changeMission: (...call: unknown[]) => told("changeMission", ...call),
  };
  const bounds = await boundsOf(client, "s", "/p");
  expect(bounds.map(({ of, budget }) => [of, budget])).toEqual([
    ["session", { ...used, costUsd: 5 }],
    ["mission", { usedUsd: 2, usedTokens: 600, costComplete: true, costUsd: 2 }],
    ["day", { ...used, costUsd: 9 }],
  ]);
  for (const bound of bounds) await bound.set({ tokens: 7 });
  await bounds[1]?.set({});
  expect(calls).toEqual([
    ["setBudget", { sessionId: "s" }, { tokens: 7 }],
    ["changeMission", "/p", { budget: { tokens: 7 } }],
    ["setBudget", { projectRoot: "/p" }, { tokens: 7 }],
    ["changeMission", "/p", { budget: null }],
  ]);
  expect((await boundsOf(client, "another", "/p")).map(({ of }) => of)).toEqual(["session", "day"]);
});
