import fc from "fast-check";
import type { z } from "zod";
import type { EventDefinition } from "../../src/events/define.ts";
import { definitions } from "../../src/index.ts";
import type { Unstamped } from "./stamp.ts";

/** Any event that its schema accepts, generated from the schema itself: a new event type is covered at once. */

/** Ids come from tiny pools, so that they often collide. */
const pools: Readonly<Record<string, readonly unknown[]>> = {
  runId: ["a", "b", "__proto__", "a#x"],
  agentId: ["k", "constructor"],
  callId: ["x", "y", "toString", "x/m"],
  askId: ["p", "q"],
  responseId: ["m", "n", "m/m"],
  offset: [0, 0, 1, 2, 3, 5],
  delta: ["", "a", "ab", "abc", "\ud83d", "\ude00b"],
  hash: ["", "h", " h", "g"],
  id: ["i", "j"],
  text: ["", "a", "ab", "abcdef", "\u{1F600}"],
  count: [0, 0, 1, 1_000_000],
  price: [0, 0, 0.1, 0.25, 3e-7],
  json: [null, {}, [], "s", 0, { a: [1] }, JSON.parse('{"__proto__":{"polluted":true}}')],
};

const poolNames: Readonly<Record<string, string>> = {
  ...named("runId", ["runId", "parentRunId", "childRunId"]),
  ...named("agentId", ["agentId", "childAgentId", "fromAgentId", "toAgentId"]),
  ...named("callId", ["callId", "parentCallId"]),
  ...named("askId", ["requestId", "questionId", "planId"]),
  ...named("offset", ["offset"]),
  ...named("delta", ["delta"]),
  ...named("responseId", ["responseId"]),
  ...named("hash", ["hash"]),
  ...named("price", ["costUsd"]),
};

/** How often an optional field is present, out of seven. */
const presence: Readonly<Record<string, number>> = {
  parentCallId: 1,
  parentRunId: 2,
  runId: 4,
  responseId: 5,
};

const stamped = new Set(["id", "sessionId", "seq", "rev", "ts", "v"]);

export function validEvent(type: string): fc.Arbitrary<Unstamped> {
  const { schema } = definitions.get(type) as EventDefinition;
  const { shape } = (schema as z.ZodObject)._zod.def;
  const own = Object.entries(shape).filter(([key]) => !stamped.has(key));
  return objectOf(Object.fromEntries(own)) as fc.Arbitrary<Unstamped>;
}

function objectOf(shape: z.core.$ZodShape): fc.Arbitrary<object> {
  return fc.record(
    Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, anyOf(schema, key)])),
  );
}

function anyOf(schema: z.core.$ZodType, key: string): fc.Arbitrary<unknown> {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "string":
      return fc.constantFrom(...pool(key, def.checks?.length ? "id" : "text"));
    case "number":
      return fc.constantFrom(...pool(key, "count"));
    case "boolean":
      return fc.boolean();
    case "unknown":
      return fc.constantFrom(...pool(key, "json"));
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "object":
      return objectOf(def.shape);
    case "array":
      return fc.array(anyOf(def.element, key), { maxLength: 2 });
    case "union":
      return fc.oneof(...def.options.map((option) => anyOf(option, key)));
    case "nullable":
      return fc.option(anyOf(def.innerType, key));
    case "optional": {
      const often = presence[key] ?? 3;
      const absent = { weight: 7 - often, arbitrary: fc.constant(undefined) };
      return fc.oneof(absent, { weight: often, arbitrary: anyOf(def.innerType, key) });
    }
    default:
      throw new Error(`No values are known for a field of type ${def.type}; add them here.`);
  }
}

function pool(key: string, otherwise: string): readonly unknown[] {
  return pools[poolNames[key] ?? otherwise] as readonly unknown[];
}

function named(name: string, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, name]));
}
