import fc from "fast-check";
import { expect, test } from "vitest";
import { WeakLruCache } from "../../src/log/weak-lru-cache.ts";

interface Item {
  readonly name: string;
  isBusy: boolean;
}

const open = (bound: number) => new WeakLruCache<Item>(bound, ({ isBusy }) => !isBusy);
const item = (name: string, isBusy = false): Item => ({ name, isBusy });
const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);

test("[R28] the most recently used objects stay in memory, and so do busy ones", async () => {
  const cache = open(3);
  const all = names(10).map((name, at) => item(name, at === 1));
  for (const each of all) cache.put(each.name, each);
  expect(cache.size).toBe(3);
  // Evicted objects that are still referenced are the same objects.
  expect(await Promise.all(all.map(({ name }) => cache.find(name)))).toEqual(all);
  expect(new Set(await Promise.all(cache.all()))).toEqual(new Set(all));
});

test("[R28] an object that is being loaded stays in memory, and one that cannot be loaded leaves nothing", async () => {
  const cache = open(1);
  const loading = Promise.withResolvers<Item>();
  const waited = cache.load("slow", loading.promise);
  for (const name of names(5)) cache.put(name, item(name));
  expect(cache.find("slow")).toBe(waited);
  const slow = item("slow");
  loading.resolve(slow);
  expect(await waited).toBe(slow);
  await expect(cache.load("broken", Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(cache.find("broken")).toBe(undefined);
});

/** The steps, each for a name: use it (loaded if necessary), make it busy, make it idle, delete it. */
const step = fc.record({
  what: fc.constantFrom("use" as const, "use" as const, "work" as const, "rest" as const, "delete" as const),
  name: fc.constantFrom(...names(12)),
});

test("[R28] for any use of the objects, a referenced object never has a second instance", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 200 }), (bound, steps) => {
      const cache = open(bound);
      const mine = new Map<string, Item>();
      for (const { what, name } of steps) {
        if (what === "delete") {
          cache.delete(name);
          mine.delete(name);
          continue;
        }
        const known = mine.get(name);
        expect(cache.find(name) === undefined).toBe(known === undefined);
        const used = known ?? item(name);
        if (known === undefined) cache.put(name, used);
        mine.set(name, used);
        if (what !== "use") used.isBusy = what === "work";
      }
      for (const each of mine.values()) each.isBusy = false;
      for (const name of mine.keys()) cache.find(name);
      expect(cache.size).toBe(Math.min(bound, mine.size));
    }),
  );
});
