import { expect, test } from "vitest";
import { markMath } from "../../src/markdown/mark-math.ts";

test.each([
  ["Euler: $e^{i\\pi} + 1 = 0$.", "Euler: `\ue010e^{i\\pi} + 1 = 0`."],
  ["$$\n\\sum_{i=1}^n x_i\n$$", "`\ue011\\sum_{i=1}^n x_i`"],
  ["\\(a_1\\) and \\[b_2\\]", "`\ue010a_1` and `\ue011b_2`"],
])("[W8] %j contains a formula", (text, marked) => {
  expect(markMath(text)).toBe(marked);
});

test.each([
  "It costs $5 to $10.",
  "US$5 and EU$6, $5,$6",
  "echo $HOME and $PATH",
  "`$x$` and ``a ` $y$``",
  "a regex `\\(x\\)`",
  "\\$5 and \\$6",
  "no signs at all",
])("[W8] %j contains no formula", (text) => {
  expect(markMath(text)).toBe(text);
});
