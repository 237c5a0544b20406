import { expect, test } from "vitest";
import { expandPastes, isLargePaste, pasteName } from "../../src/composer/pastes.ts";

const bounds = { pasteChars: 100, pasteLines: 3 };

test("a large paste is one line in the field and complete in the message", () => {
  const lines = Array.from({ length: 4 }, (_, index) => `line ${index} $&`).join("\n");
  expect([
    isLargePaste(lines, bounds),
    isLargePaste("short", bounds),
    isLargePaste("x".repeat(101), bounds),
  ]).toEqual([true, false, true]);
  const name = pasteName(lines, new Map());
  expect(name).toBe("[Pasted text #1 +4 lines]");
  expect(expandPastes(`before ${name} after`, new Map([[name, lines]]))).toBe(`before ${lines} after`);
});
