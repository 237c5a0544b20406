import fc from "fast-check";
import { expect, test } from "vitest";
import { exactParts, hasHidden } from "../../src/view/exact-text.ts";

test("[V23] hidden characters are named, what is seen stays as it is", () => {
  expect(exactParts("rm \u202e-rf\u2800 ~\ud800\n\tls 🙂")).toEqual([
    { text: "rm ", hidden: null },
    { text: "\u202e", hidden: "U+202E" },
    { text: "-rf", hidden: null },
    { text: "\u2800", hidden: "U+2800" },
    { text: " ~", hidden: null },
    { text: "\ud800", hidden: "U+D800" },
    { text: "\n\tls 🙂", hidden: null },
  ]);
  expect(exactParts("")).toEqual([{ text: "", hidden: null }]);
});

test("[V23] nothing is left out, and no piece that is shown as it is hides anything", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const parts = exactParts(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      expect(parts.filter((part) => hasHidden(part.text) !== (part.hidden !== null))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
