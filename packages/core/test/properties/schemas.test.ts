import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEnvelope } from "../../src/events/envelope.ts";
import { checkEvent, definitions } from "../../src/index.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { lineOf } from "../history/stamp.ts";
import { validEvent } from "../history/valid.ts";

type Json = Record<string, unknown>;

/** Replacement values for a field: any JSON, and numbers that checks often get wrong. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    -1,
    -0,
    0,
    0.5,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  fc.constantFrom("", "a", [], {}, null, true, [null], [{}], ["a"]),
);

interface Mutation {
  readonly at: number;
  readonly drop: boolean;
  readonly value: unknown;
}

const mutations = fc.array(fc.record({ at: fc.nat(), drop: fc.boolean(), value: anyValue }), {
  maxLength: 3,
});

/** Every place in a value that can be changed: an object's field or an array's item. */
function placesIn(value: unknown): [Json, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[value as Json, key], ...placesIn(child)]);
}

function mutate(event: Json, list: readonly Mutation[]): Json {
  for (const { at, drop, value } of list) {
    const places = placesIn(event);
    const place = places[at % places.length];
    if (place === undefined) continue;
    const [parent, key] = place;
    if (drop && !Array.isArray(parent)) delete parent[key];
    else parent[key] = structuredClone(value);
  }
  return event;
}

describe("the fast check of an event", { timeout }, () => {
  test.each([...definitions.values()])(
    "[P12] $type: accepts exactly what its schema accepts",
    (definition) => {
      const { type, schema, check } = definition;
      let accepted = 0;
      fc.assert(
        fc.property(validEvent(type), mutations, (valid, list) => {
          const event = mutate(JSON.parse(lineOf(valid, 1)) as Json, list);
          const fits = schema.safeParse(event).success;
          expect(isEnvelope(event) && event.type === type && check(event)).toBe(fits);
          const result = checkEvent(event);
          if (event.type === type && (event.v ?? 1) === definition.version) expect(result.ok).toBe(fits);
          if (fits) accepted++;
        }),
        { numRuns },
      );
      // Both answers must have occurred, otherwise the test proves nothing.
      expect(accepted).toBeGreaterThan(numRuns / 20);
      expect(accepted).toBeLessThan(numRuns);
    },
  );
});
