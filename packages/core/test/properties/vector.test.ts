import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Vector } from "../../src/data/vector.ts";
import { numRuns, timeout } from "../history/profiles.ts";

/** A list and a plain array with its expected content. */
interface Version {
  readonly vector: Vector<number>;
  readonly array: readonly number[];
}

const operation = fc.record({
  /** The version it starts from; mostly the newest. */
  from: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  kind: fc.constantFrom("push", "push many", "set"),
  // Leaves hold 16: a third level begins at 256, a fourth at 4,096.
  amount: fc.oneof(fc.nat(40), fc.nat(300), fc.constantFrom(15, 16, 17, 239, 240, 255, 256, 257, 4_100)),
  value: fc.integer(),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

function apply({ vector, array }: Version, { kind, amount, value }: Operation): Version {
  if (kind === "push") return { vector: vector.push(value), array: [...array, value] };
  if (kind === "set") {
    if (array.length === 0) return { vector, array };
    const index = amount % array.length;
    return { vector: vector.set(index, value), array: array.with(index, value) };
  }
  const many = Array.from({ length: amount }, (_, index) => value + index);
  return { vector: many.reduce((grown, item) => grown.push(item), vector), array: [...array, ...many] };
}

function versionsOf(operations: readonly Operation[]): Version[] {
  const versions: Version[] = [{ vector: Vector.empty, array: [] }];
  for (const next of operations) {
    versions.push(apply(versions.at(-1 - (next.from % versions.length)) as Version, next));
  }
  return versions;
}

describe("Vector", { timeout }, () => {
  test("[P11] holds the same items as an array, in every version ever created", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 12 }), (operations) => {
        for (const { vector, array } of versionsOf(operations)) {
          expect(vector.length).toBe(array.length);
          expect(vector.slice()).toEqual(array);
          expect([...vector]).toEqual(array);
          expect(Vector.from(array).slice()).toEqual(array);
        }
      }),
      { numRuns },
    );
  });

  test("[P11] reads single items and slices like an array, also out of bounds", () => {
    const index = fc.integer({ min: -600, max: 600 });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 5 }), index, index, (operations, start, end) => {
        const { vector, array } = versionsOf(operations).at(-1) as Version;
        expect(vector.slice(start, end)).toEqual(array.slice(start, end));
        expect(vector.slice(start)).toEqual(array.slice(start));
        expect(vector.get(start)).toBe(array[start]);
        expect(vector.at(start)).toBe(array.at(start));
      }),
      { numRuns },
    );
  });

  test("[P11] refuses to set a missing item", () => {
    const vector = Vector.from([1, 2, 3]);
    expect(() => vector.set(3, 0)).toThrow(RangeError);
    expect(() => vector.set(-1, 0)).toThrow(RangeError);
    expect(() => Vector.empty.set(0, undefined as never)).toThrow(RangeError);
    expect(() => Vector.empty.set(-1, undefined as never)).toThrow(RangeError);
  });
});
