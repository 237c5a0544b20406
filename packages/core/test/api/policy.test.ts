import { expect, test } from "vitest";
import { mayWrite } from "../../src/api/policy.ts";

test("without rules any agent can message any other; with rules only allowed pairs, and deny rules win", () => {
  const pairs = ["a b", "a c", "b a", "c a"] as const;
  const open = (policy: Parameters<typeof mayWrite>[0]) =>
    pairs.filter((pair) => mayWrite(policy, pair.slice(0, 1), pair.slice(2)));
  expect(open({ allow: [], deny: [] })).toEqual(pairs);
  expect(open({ allow: [{ from: "*", to: "a" }], deny: [] })).toEqual(["b a", "c a"]);
  expect(open({ allow: [{ from: "*", to: "a" }], deny: [{ from: "c", to: "*" }] })).toEqual(["b a"]);
  expect(open({ allow: [], deny: [{ from: "a", to: "*" }] })).toEqual(["b a", "c a"]);
});
