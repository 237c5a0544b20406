import fc from "fast-check";
import { expect, test } from "vitest";
import { oneLine, oneLineOrNull } from "../../src/format/one-line.ts";
import { byteLength, sizeText } from "../../src/format/quantities.ts";
import { showValue } from "../../src/tools/input/show-value.ts";

const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

test.each([
  ["a\nb\r\n\tc", "a b c"],
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u001b]8;;http://x\u0007link\u001b]8;;\u0007", "link"],
  ["invoice\u202Etxt.exe", "invoicetxt.exe"],
  ["a\u0000b\u009bc\u200e", "abc"],
  ["  \u2028  ", ""],
  ["\ud83d", "\ufffd"],
  ["👩‍👩‍👧 ok", "👩‍👩‍👧 ok"],
  ["word ".repeat(100), `${"word ".repeat(39).trim()}…`],
])("[T23] %j is shown as %j", (text, shown) => {
  expect(oneLine(text)).toBe(shown);
});

test("[T23] whatever an agent sends becomes one harmless line of limited length", () => {
  const nasty = fc.constantFrom(
    "\u001b[2J",
    "\u001b]0;x",
    "\u202e",
    "\n",
    "\u0085",
    "\u2029",
    "\ud800",
    "\u0007",
    "a b",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string({ unit: "binary" })), { maxLength: 20 }), (parts) => {
      const line = oneLine(parts.join(""), 60);
      expect(unsafe.test(line)).toBe(false);
      expect(line.isWellFormed()).toBe(true);
      expect(line.length).toBeLessThanOrEqual(60);
    }),
    { numRuns: 1000 },
  );
});

test("[T23] text without visible characters counts as empty", () => {
  expect([oneLineOrNull(null), oneLineOrNull("\u0000 \n"), oneLineOrNull("a")]).toEqual([null, null, "a"]);
});

test("[T21] a value of any size and depth is shown up to the available room", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { "": deep };
  expect(showValue(deep).length).toBeLessThan(300);
  expect(showValue("x".repeat(1_000_000)).length).toBe(201);
  expect(showValue({ a: [1, "two", null, true], b: {} })).toBe('{"a": [1, "two", null, true], "b": {}}');
  expect(
    showValue(
      Array.from({ length: 100_000 }, () => 7),
      20,
    ),
  ).toBe("[7, 7, 7, 7, 7, 7, 7…]");
});

test("[T15] sizes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
    }),
  );
  expect([0, 999, 1000, 1234, 999_949, 999_950, 3_400_000].map(sizeText)).toEqual([
    "0 B",
    "999 B",
    "1.0 kB",
    "1.2 kB",
    "999.9 kB",
    "1.0 MB",
    "3.4 MB",
  ]);
});
