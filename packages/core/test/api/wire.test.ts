import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { decode, encode, verbatim, wireFields, wirePath } from "../../src/api/wire.ts";
import { wireName } from "../../src/api/wire-names.ts";

const schema = z.object({
  sessionId: z.string(),
  costUsd: z.number().optional(),
  queue: z.array(z.object({ itemId: z.string() })).nullable(),
  byAgent: z.record(z.string(), z.object({ lastTs: z.int() })),
  event: z.unknown(),
  description: verbatim(z.looseObject({ agentPath: z.array(z.string()) })),
  count: z.string().transform(Number).optional(),
});

const value = {
  sessionId: "s1",
  costUsd: 0.5,
  queue: [{ itemId: "q1" }],
  byAgent: { agentOne: { lastTs: 1 } },
  event: { requestId: "r", nested: { toolName: "x" } },
  description: { agentPath: ["demo"], hasHidden: false },
};

const wire = {
  session_id: "s1",
  cost_usd: 0.5,
  queue: [{ item_id: "q1" }],
  by_agent: { agentOne: { last_ts: 1 } },
  event: { requestId: "r", nested: { toolName: "x" } },
  description: { agentPath: ["demo"], hasHidden: false },
};

test("[A2] fields of objects are renamed at any depth; keys of records, unknown values and marked objects are not", () => {
  expect(encode(schema, value)).toEqual(wire);
  expect(decode(schema, wire)).toEqual(value);
});

test("[A2] an encoded value has only the fields of its schema", () => {
  const more = { ...value, secretHash: "x", queue: [{ itemId: "q1", images: [] }] };
  expect(encode(schema, more)).toEqual(wire);
});

test("[A2] a field is accepted only by its wire name, and unknown fields are left unchanged", () => {
  expect(decode(schema, { sessionId: "s1", other_field: 1 })).toEqual({ other_field: 1 });
  expect(decode(schema, "no object")).toBe("no object");
  expect(decode(schema, { queue: "no list", session_id: 1 })).toEqual({ queue: "no list", sessionId: 1 });
});

test("[A2] a union value is renamed by the option that it belongs to", () => {
  const either = z.union([
    z.object({ pairCode: z.string() }),
    z.object({ claimId: z.string(), viaCookie: z.boolean() }),
    z.array(z.object({ itemId: z.string() })),
  ]);
  for (const [code, onWire] of [
    [{ pairCode: "a" }, { pair_code: "a" }],
    [
      { claimId: "a", viaCookie: true },
      { claim_id: "a", via_cookie: true },
    ],
    [[{ itemId: "a" }], [{ item_id: "a" }]],
  ]) {
    expect(encode(either, code)).toEqual(onWire);
    expect(decode(either, onWire)).toEqual(code);
  }
  const both = z.object({ itemId: z.string() }).and(z.object({ newText: z.string() }));
  expect(encode(both, { itemId: "a", newText: "b" })).toEqual({ item_id: "a", new_text: "b" });
  expect(decode(both, { item_id: "a", new_text: "b" })).toEqual({ itemId: "a", newText: "b" });
});

test("[A2] an issue has its path in wire names", () => {
  expect(wirePath(schema, ["queue", 0, "itemId"])).toEqual(["queue", "0", "item_id"]);
  expect(wirePath(schema, ["byAgent", "agentOne", "lastTs"])).toEqual(["by_agent", "agentOne", "last_ts"]);
  expect(wirePath(schema, ["description", "agentPath", 0])).toEqual(["description", "agentPath", "0"]);
  expect(wirePath(schema, ["notThere", "atAll"])).toEqual(["notThere", "atAll"]);
  expect(wireFields(schema.optional())).toEqual(Object.keys({ ...wire, count: 0 }));
  expect(wireFields(z.array(schema))).toBe(null);
});

test("[A2] decoding an encoded value gives the same value, whatever the names are", () => {
  const name = fc.stringMatching(/^[a-z]{1,5}(?:[A-Z][a-z0-9]{0,4}){0,3}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue(), { minKeys: 1 }), (fields) => {
      const made = z.object(Object.fromEntries(Object.keys(fields).map((key) => [key, z.unknown()])));
      const onWire = encode(made, fields) as object;
      expect(Object.keys(onWire)).toEqual(Object.keys(fields).map(wireName));
      expect(decode(made, onWire)).toEqual(fields);
    }),
  );
});
