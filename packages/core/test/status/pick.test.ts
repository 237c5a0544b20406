import { defined } from "@polylog/core";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type StatusCategory, seedFromText } from "../../src/status/index.ts";
import {
  defineMessages,
  type StatusMessage,
  type StatusTier,
  statusCategories,
  statusTiers,
} from "../../src/status/message.ts";
import { statusMessages } from "../../src/status/messages/all-messages.ts";
import { type PickRequest, pickFrom } from "../../src/status/pick.ts";
import { randomFrom } from "../../src/status/random.ts";
import { at, readings } from "./clock.ts";

const wednesday = at("2026-03-04T09:00");
const seeds = Array.from({ length: 20_000 }, (_, seed) => seed);
const anySeed = fc.integer();
const anyCategory = fc.constantFrom(...statusCategories);
const anyReading = fc.constantFrom(...readings);

function pickStatus({ previous, ...request }: PickRequest & { readonly previous?: string }) {
  return pickFrom(statusMessages, request, previous === undefined ? [] : [previous]);
}

function expectOdds(tiers: readonly StatusTier[]): void {
  const share = (tier: StatusTier) => tiers.filter((other) => other === tier).length / tiers.length;
  expect(Math.abs(share("common") - 0.6)).toBeLessThan(0.012);
  expect(Math.abs(share("uncommon") - 0.25)).toBeLessThan(0.012);
  expect(Math.abs(share("rare") - 0.12)).toBeLessThan(0.009);
  expect(Math.abs(share("legendary") - 0.03)).toBeLessThan(0.005);
}

/** The messages that may be shown according to the catalogue, computed from the data alone. */
function allowed(category: StatusCategory, open: readonly string[]): readonly StatusMessage[] {
  const scopes: readonly string[] = category === "idle" ? ["idle"] : [category, "working"];
  return statusMessages.filter(
    (m) => scopes.includes(m.category) && (m.when === null || open.includes(m.when)),
  );
}

describe("tiers", () => {
  test.each([
    ["thinking", "2026-03-04T09:00"],
    ["bash", "2026-03-04T14:00"],
    ["task", "2026-10-31T14:00"],
    ["idle", "2026-02-14T23:00"],
  ] as const)("[S2] %s at %s is drawn 60/25/12/3", (category, date) => {
    expectOdds(seeds.map((seed) => pickStatus({ category, local: at(date), seed }).tier));
  });

  test("[S2] the odds do not depend on the size of the pools", () => {
    const lopsided = defineMessages("bash", null, {
      common: ["a"],
      uncommon: ["b", "c"],
      rare: ["d"],
      legendary: Array.from({ length: 500 }, (_, index) => `legend ${index}`),
    });
    expectOdds(
      seeds.map((seed) => pickFrom(lopsided, { category: "bash", local: wednesday, seed }, []).tier),
    );
  });

  test("[S2] within a tier every message is equally likely", () => {
    const counts = new Map<string, number>();
    for (const seed of seeds) {
      const { id, tier } = pickStatus({ category: "edit", local: wednesday, seed });
      if (tier === "common") counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const pool = allowed("edit", ["morning"]).filter(({ tier }) => tier === "common");
    expect([...counts.keys()].toSorted()).toEqual(pool.map(({ id }) => id).toSorted());
    const fair = [...counts.values()].reduce((sum, count) => sum + count, 0) / pool.length;
    for (const count of counts.values()) expect(Math.abs(count / fair - 1)).toBeLessThan(0.2);
  });
});

describe("matching messages", () => {
  test.each(readings)(
    "[S3] in $name exactly the timeless and the open messages appear",
    ({ local, open }) => {
      for (const category of ["grep", "idle"] as const) {
        const seen = new Set(seeds.map((seed) => pickStatus({ category, local, seed }).id));
        const expected = allowed(category, open).map(({ id }) => id);
        expect([...seen].toSorted()).toEqual(expected.toSorted());
      }
    },
  );

  test("[S3] a category never uses another one's message", () => {
    fc.assert(
      fc.property(anyCategory, anyReading, anySeed, (category, { local, open }, seed) => {
        const { id } = pickStatus({ category, local, seed });
        expect(allowed(category, open).map((message) => message.id)).toContain(id);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe("repetition", () => {
  test("[S6] the previous message is never picked again immediately", () => {
    fc.assert(
      fc.property(
        anyCategory,
        anyReading,
        fc.array(anySeed, { minLength: 2 }),
        (category, { local }, chain) => {
          let previous: string | undefined;
          for (const seed of chain) {
            const { id } = pickStatus({
              category,
              local,
              seed,
              ...defined({ previous }),
            });
            expect(id).not.toBe(previous);
            previous = id;
          }
        },
      ),
      { numRuns: 500, seed: 6 },
    );
  });

  test("[S6] the same seed with its own result as previous gives another message of the same tier", () => {
    fc.assert(
      fc.property(anyCategory, anyReading, anySeed, (category, { local }, seed) => {
        const first = pickStatus({ category, local, seed });
        const second = pickStatus({ category, local, seed, previous: first.id });
        expect(second.id).not.toBe(first.id);
        expect(second.tier).toBe(first.tier);
      }),
      { numRuns: 1_000, seed: 66 },
    );
  });
});

describe("determinism", () => {
  test("[S7] the same seed and clock give the same message, without host clock or randomness", () => {
    const forbidden = () => {
      throw new Error("core has no clock and no randomness");
    };
    const spies = [
      vi.spyOn(Math, "random").mockImplementation(forbidden),
      vi.spyOn(Date, "now").mockImplementation(forbidden),
    ];
    try {
      for (const seed of seeds.slice(0, 200)) {
        const request = { category: "read", local: wednesday, seed } as const;
        expect(pickStatus(request)).toEqual(pickStatus({ ...request }));
      }
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  test("[S7] the generator gives these numbers on every engine", () => {
    const random = randomFrom(1);
    expect([random(), random(), random()].map((fraction) => fraction * 2 ** 32)).toEqual([
      1_580_013_426, 350_525_680, 3_524_174_333,
    ]);
  });

  test.each([
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
    ["foobar", 0xbf9cf968],
  ])("[S7] the text %j hashes to its published FNV-1a value", (text, expected) => {
    expect(seedFromText(text)).toBe(expected);
  });
});

describe("an empty tier", () => {
  const request = { category: "bash", local: wednesday } as const;
  const texts = (filled: Partial<Record<StatusTier, readonly string[]>>) =>
    defineMessages("bash", null, { common: [], uncommon: [], rare: [], legendary: [], ...filled });
  const tiersOf = (messages: readonly StatusMessage[], excluded: readonly string[] = []) =>
    Object.fromEntries(
      statusTiers.map((drawn) => {
        const seed = seeds.find((s) => pickStatus({ ...request, seed: s }).tier === drawn) ?? 0;
        return [drawn, pickFrom(messages, { ...request, seed }, excluded).tier];
      }),
    );

  test("[S10] falls back to the next more common tier that has a message", () => {
    expect(tiersOf(texts({ common: ["a"], uncommon: ["b"] }))).toEqual({
      common: "common",
      uncommon: "uncommon",
      rare: "uncommon",
      legendary: "uncommon",
    });
    expect(tiersOf(texts({ common: ["a"], legendary: ["d"] }))).toEqual({
      common: "common",
      uncommon: "common",
      rare: "common",
      legendary: "legendary",
    });
  });

  test("[S10] falls back to a rarer tier only when no more common one has a message", () => {
    expect(tiersOf(texts({ rare: ["c"], legendary: ["d"] }))).toEqual({
      common: "rare",
      uncommon: "rare",
      rare: "rare",
      legendary: "legendary",
    });
  });

  test("[S10] a tier also counts as empty when the previous message was its only one", () => {
    expect(tiersOf(texts({ common: ["a"], rare: ["c"] }), ["bash/rare/1"])).toEqual({
      common: "common",
      uncommon: "common",
      rare: "common",
      legendary: "common",
    });
  });

  test("[S10] a category without any message is a bug and throws", () => {
    expect(() => pickFrom([], { ...request, seed: 1 }, [])).toThrow("no status message fits bash");
  });
});
