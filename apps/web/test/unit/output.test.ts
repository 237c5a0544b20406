import { expect, test } from "vitest";
import { readColours, styleAfter } from "../../src/cards/blocks/output/terminal-colours.ts";

const plain = { hue: null, bold: false, dim: false, italic: false, underline: false };

test("[W5] terminal colors are parsed, and all other codes are ignored", () => {
  expect(readColours("a\u001b[1;31mred\u001b[39m bold\u001b[0m\u001b[92mok\u001b[m end")).toEqual([
    { text: "a", style: plain },
    { text: "red", style: { ...plain, hue: "red", bold: true } },
    { text: " bold", style: { ...plain, bold: true } },
    { text: "ok", style: { ...plain, hue: "green" } },
    { text: " end", style: plain },
  ]);
});

test.each([
  ["38;5;9", "red"],
  ["38;5;46", "green"],
  ["38;5;240", null],
  ["38;2;250;200;20", "yellow"],
  ["38:2:20:30:240", "blue"],
  ["48;5;9", null],
  ["48;2;250;0;0", null],
  ["7", null],
  ["5;999;31", "red"],
] as const)("[W5] code %s maps to the theme's color %s", (code, hue) => {
  expect(readColours(`\u001b[${code}mx`)).toEqual([{ text: "x", style: { ...plain, hue } }]);
});

test("[W5] endless color changes do not create an element each", () => {
  const pieces = readColours("\u001b[31mx\u001b[32my".repeat(50_000));
  expect(pieces.length).toBeLessThanOrEqual(20_001);
  expect(pieces.map(({ text }) => text).join("")).toBe("xy".repeat(50_000));
});

test("the end of an output keeps the color that was set before it", () => {
  expect(styleAfter("\u001b[33mwarning\n")).toEqual({ ...plain, hue: "yellow" });
});
