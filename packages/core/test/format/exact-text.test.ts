import fc from "fast-check";
import { expect, test } from "vitest";
import { exactParts, exactText, hasHidden } from "../../src/format/exact-text.ts";

test("[V23] hidden characters are named, visible text is unchanged", () => {
  expect(exactParts("rm \u202e-rf\u2800 ~\ud800\n\tls 🙂")).toEqual([
    { text: "rm ", hidden: null, name: null },
    { text: "\u202e", hidden: "U+202E", name: "right-to-left override" },
    { text: "-rf", hidden: null, name: null },
    { text: "\u2800", hidden: "U+2800", name: "braille blank" },
    { text: " ~", hidden: null, name: null },
    { text: "\ud800", hidden: "U+D800", name: "half a character" },
    { text: "\n\tls 🙂", hidden: null, name: null },
  ]);
  expect(exactParts("")).toEqual([{ text: "", hidden: null, name: null }]);
});

test("[V23] nothing is omitted, and no visible piece contains a hidden character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const parts = exactParts(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      expect(parts.filter((part) => hasHidden(part.text) !== (part.hidden !== null))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("[V23] no Unicode character that is invisible or formats its surroundings survives unnamed", () => {
  const unseen = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}]$/u;
  const missed: number[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!unseen.test(character) || code === 0x09 || code === 0x0a) continue;
    if (!/^⟨U\+[0-9A-F]{4,6}(?: [^⟨⟩]+)?⟩$/.test(exactText(character))) missed.push(code);
  }
  expect(missed).toEqual([]);
});

test("[V23] visible text is not named: letters of every script, signs, and emoji without joiners", () => {
  const seen = "aß漢字ひらがなعربىहिन्दी🙂👍🏽€“”…\t\n ";
  expect(exactText(seen)).toBe(seen);
  const named = [
    0x0d, 0x1b, 0x7f, 0x9b, 0xa0, 0x200b, 0x2028, 0x2800, 0x3164, 0xfe0f, 0xe0041, 0xe0001, 0xe000,
  ];
  expect(named.map((code) => exactText(String.fromCodePoint(code)))).toEqual([
    "⟨U+000D carriage return⟩",
    "⟨U+001B escape⟩",
    "⟨U+007F delete⟩",
    "⟨U+009B control sequence⟩",
    "⟨U+00A0 no-break space⟩",
    "⟨U+200B zero-width space⟩",
    "⟨U+2028 line separator⟩",
    "⟨U+2800 braille blank⟩",
    "⟨U+3164 hangul filler⟩",
    "⟨U+FE0F variation selector⟩",
    "⟨U+E0041 tag A⟩",
    "⟨U+E0001 tag⟩",
    "⟨U+E000 private use⟩",
  ]);
});
