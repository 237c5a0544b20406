/** The agents of the animated tour play this. Nothing here is about a real project, person or machine. */

export const projectFiles: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n`,
  "src/total.js": `export function total(cart) {
  const sum = cart.lines.reduce((all, line) => all + line.price * line.count, 0);
  return sum * (1 - cart.discount);
}
`,
  "src/checkout.js": `import { total } from "./total.js";

export function checkout(cart) {
  const sum = total(cart) * (1 - cart.discount);
  return { lines: cart.lines, sum };
}
`,
  "test/checkout.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { checkout } from "../src/checkout.js";

test("a discount is applied once", () => {
  const cart = { lines: [{ price: 100, count: 1 }], discount: 0.1 };
  assert.equal(checkout(cart).sum, 90);
});
`,
};

export const fixPrompt = "The discount is applied twice at checkout. Find the bug and fix it.";
export const notesPrompt = "Write release notes for the next version.";

export const fixScript = [
  "[[say I'll read the code that applies the discount. ++ read src/total.js ++ read src/checkout.js]]",
  "[[say Found it: `total` already applies the discount, and `checkout` applies it again.",
  `++ edit src/checkout.js {"old":"total(cart) * (1 - cart.discount)","new":"total(cart)"}]]`,
  "[[say Now the tests. ++ shell node --test]]",
  "[[say The discount is applied **once** now, and the test passes. Only `src/checkout.js` changed. ++ usage 21400 640]]",
].join(" ");

export const notesScript = [
  "[[say I'll read what changed since the last version. ++ read src/total.js ++ read src/checkout.js]]",
  "[[say The notes are ready. I need your permission to save them.",
  '++ write NOTES.md "## 1.4\\n\\n- Fixed: a discount is applied once at checkout\\n"]]',
  "[[say I saved the release notes in `NOTES.md`. ++ usage 9800 420]]",
].join(" ");
