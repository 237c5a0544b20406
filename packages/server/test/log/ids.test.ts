import fc from "fast-check";
import { expect, test } from "vitest";
import { idMaker } from "../../src/log/ids.ts";

test("for any clock, each ID is greater than the previous one, and all have the same shape", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 31 - 1 }), { minLength: 2, maxLength: 200 }), (times) => {
      let at = 0;
      const newId = idMaker(() => 1_700_000_000_000 + (times[at++] as number));
      const ids = times.map(() => newId());
      expect(ids).toEqual([...new Set(ids)].sort());
      expect(ids.filter((id) => !/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toEqual([]);
    }),
  );
});

test("an ID contains its time, and counts within a millisecond", () => {
  let now = 0;
  const newId = idMaker(() => now);
  now = 1_469_918_176_385;
  const first = newId();
  expect(first.slice(0, 10)).toBe("01ARYZ6S41");
  const many = Array.from({ length: 2000 }, newId);
  expect(many).toEqual([...new Set(many)].sort());
  expect(many.filter((id) => !id.startsWith("01ARYZ6S41"))).toEqual([]);
});
