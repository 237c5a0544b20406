import { mcpName } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serverLabels, toolNames } from "../../../src/built-in-agent/mcp/tool-names.ts";

test("[MC1] names stay unchanged if possible; changed or duplicate names are made unique", () => {
  const labels = serverLabels(["git hub", "git_hub", "a__b_", "é", "acp", "polylog", "x".repeat(40)]);
  expect(Object.fromEntries(labels)).toEqual({
    "git hub": expect.stringMatching(/^git_hub_[0-9a-f]{8}$/),
    git_hub: "git_hub",
    a__b_: "a_b",
    é: expect.stringMatching(/^[0-9a-f]{8}$/),
    acp: expect.stringMatching(/^acp_[0-9a-f]{8}$/),
    polylog: expect.stringMatching(/^polylog_[0-9a-f]{8}$/),
    ["x".repeat(40)]: expect.stringMatching(/^x{15}_[0-9a-f]{8}$/),
  });
  expect(Object.fromEntries(toolNames("srv", ["a.b", "a_b", "c"]))).toEqual({
    "a.b": expect.stringMatching(/^mcp__srv__a_b_[0-9a-f]{8}$/),
    a_b: "mcp__srv__a_b",
    c: "mcp__srv__c",
  });
});

test("[MC1] for any servers and tools, names are accepted, unique and contain the server", () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 80, unit: "grapheme" }),
    fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom("_", "-", "a", ".") }),
  );
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(names, names, (servers, tools) => {
      const labels = serverLabels(servers);
      const all = servers.flatMap((server) => {
        const label = labels.get(server) as string;
        const named = toolNames(label, tools);
        expect([...named.keys()].sort()).toEqual([...tools].sort());
        return [...named.values()].map((whole) => ({ whole, label }));
      });
      expect(new Set(all.map(({ whole }) => whole)).size).toBe(servers.length * tools.length);
      for (const { whole, label } of all) {
        expect(whole).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(mcpName(whole)?.server).toBe(label);
      }
    }),
  );
});
