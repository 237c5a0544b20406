import fc from "fast-check";
import { expect, test } from "vitest";
import { Recent } from "../../src/log/weak-lru-cache.ts";

interface Item {
  readonly name: string;
  isBusy: boolean;
}

const open = (bound: number) => new Recent<Item>(bound, ({ isBusy }) => !isBusy);
const item = (name: string, isBusy = false): Item => ({ name, isBusy });
const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);

test("[R28] those that were used last are held, and those that are busy", async () => {
  const recent = open(3);
  const all = names(10).map((name, at) => item(name, at === 1));
  for (const each of all) recent.put(each.name, each);
  expect(recent.size).toBe(3);
  // Those that were let go are still the same for whoever has them.
  expect(await Promise.all(all.map(({ name }) => recent.find(name)))).toEqual(all);
  expect(new Set(await Promise.all(recent.all()))).toEqual(new Set(all));
});

test("[R28] one that is being loaded is held, and one that cannot be loaded leaves nothing", async () => {
  const recent = open(1);
  const loading = Promise.withResolvers<Item>();
  const waited = recent.load("slow", loading.promise);
  for (const name of names(5)) recent.put(name, item(name));
  expect(recent.find("slow")).toBe(waited);
  const slow = item("slow");
  loading.resolve(slow);
  expect(await waited).toBe(slow);
  await expect(recent.load("broken", Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(recent.find("broken")).toBe(undefined);
});

/** What is done, by what name: looked for and loaded if it is not there, made busy, left to rest, deleted. */
const step = fc.record({
  what: fc.constantFrom("use" as const, "use" as const, "work" as const, "rest" as const, "delete" as const),
  name: fc.constantFrom(...names(12)),
});

test("[R28] whatever is used, works and rests: there is never a second one of what somebody has", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 200 }), (bound, steps) => {
      const recent = open(bound);
      const mine = new Map<string, Item>();
      for (const { what, name } of steps) {
        if (what === "delete") {
          recent.delete(name);
          mine.delete(name);
          continue;
        }
        const known = mine.get(name);
        expect(recent.find(name) === undefined).toBe(known === undefined);
        const used = known ?? item(name);
        if (known === undefined) recent.put(name, used);
        mine.set(name, used);
        if (what !== "use") used.isBusy = what === "work";
      }
      for (const each of mine.values()) each.isBusy = false;
      for (const name of mine.keys()) recent.find(name);
      expect(recent.size).toBe(Math.min(bound, mine.size));
    }),
  );
});
