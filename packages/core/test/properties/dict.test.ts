import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Dict } from "../../src/data/dict.ts";
import { numRuns, timeout } from "../history/profiles.ts";

/** Three keys with the same hash each (FNV-1a), found by trying 25 million. */
const sameHash = ["-qd11hh", "8ki0mu", "-5vifvg", "k50jsq", "uph1jn", "-mwxgem", "p4b", "1j76x"];
const dangerous = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "bitmap", "key"];

const key = fc.oneof(
  fc.constantFrom(...sameHash),
  fc.constantFrom(...dangerous),
  fc.nat(400).map((number) => `call-${number}`),
  fc.string(),
);

interface Version {
  readonly dict: Dict<number>;
  readonly map: ReadonlyMap<string, number>;
}

const operation = fc.record({
  from: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  keys: fc.array(key, { minLength: 1, maxLength: 30 }),
  value: fc.option(fc.integer()),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Sets the keys, or deletes those without a value. */
function apply({ dict, map }: Version, { keys, value }: Operation): Version {
  const changed = new Map(map);
  let next = dict;
  for (const name of keys) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
    next = value === null ? next.delete(name) : next.set(name, value);
  }
  return { dict: next, map: changed };
}

function sorted(pairs: Iterable<readonly [string, number]>): (readonly [string, number])[] {
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
}

describe("Dict", { timeout }, () => {
  test("[P11] holds the same entries as a Map, in every version ever created", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 12 }), fc.array(key), (operations, unknownKeys) => {
        const versions: Version[] = [{ dict: Dict.empty, map: new Map() }];
        for (const next of operations) {
          versions.push(apply(versions.at(-1 - (next.from % versions.length)) as Version, next));
        }
        for (const { dict, map } of versions) {
          expect(dict.size).toBe(map.size);
          expect(sorted(dict)).toEqual(sorted(map));
          expect([...dict.values()].sort()).toEqual([...map.values()].sort());
          expect(sorted(Dict.from(map))).toEqual(sorted(map));
          const asked = [...unknownKeys, ...sameHash, ...dangerous, ...map.keys()];
          expect(asked.map((name) => dict.get(name))).toEqual(asked.map((name) => map.get(name)));
          expect(asked.map((name) => dict.has(name))).toEqual(asked.map((name) => map.has(name)));
        }
      }),
      { numRuns },
    );
  });

  test("[P11] keys with the same hash are distinguished, set, replaced and deleted", () => {
    const all = Dict.from(sameHash.map((name, index) => [name, index] as const));
    const replaced = all.set("8ki0mu", 10).delete("-qd11hh");
    expect(sorted(all)).toEqual(sorted(sameHash.map((name, index) => [name, index] as const)));
    expect(sorted(replaced)).toEqual(
      sorted(
        [...all]
          .filter(([name]) => name !== "-qd11hh")
          .map(([name, at]) => [name, name === "8ki0mu" ? 10 : at]),
      ),
    );
    expect(sameHash.reduce((dict, name) => dict.delete(name), all).size).toBe(0);
  });

  test("[P11] deleting a missing key returns the same map object", () => {
    const dict = Dict.from([["a", 1]]);
    expect(dict.delete("b")).toBe(dict);
    expect(Dict.empty.delete("b")).toBe(Dict.empty);
  });
});
