import { expect, test } from "vitest";
import { limits } from "../../src/composer/limits.ts";
import { nextMode } from "../../src/composer/modes.ts";
import { expandPastes, isLarge, pasteName } from "../../src/composer/pastes.ts";
import { replaceTrigger, triggerAt } from "../../src/composer/trigger.ts";

test("a slash at the beginning asks for commands, an at sign after a space for files", () => {
  expect(triggerAt("/re", 3)).toEqual({ kind: "command", typed: "re", from: 0, to: 3 });
  expect(triggerAt("look at @src/ca", 15)).toEqual({ kind: "file", typed: "src/ca", from: 8, to: 15 });
  expect(triggerAt("@", 1)).toEqual({ kind: "file", typed: "", from: 0, to: 1 });
  expect([triggerAt("a /re", 5), triggerAt("me@example", 10), triggerAt("/re x", 5)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("what is taken replaces what was typed, and nothing around it", () => {
  const trigger = triggerAt("see @ca now", 7);
  expect(trigger && replaceTrigger("see @ca now", trigger, "@src/cart.ts ")).toEqual({
    text: "see @src/cart.ts  now",
    caret: 17,
  });
});

test("a large paste is one line in the field and whole in the message", () => {
  const lines = Array.from({ length: limits.pasteLines + 1 }, (_, index) => `line ${index} $&`).join("\n");
  expect([isLarge(lines), isLarge("short"), isLarge("x".repeat(limits.pasteChars + 1))]).toEqual([
    true,
    false,
    true,
  ]);
  const name = pasteName(lines, new Map());
  expect(name).toBe(`[Pasted text #1: ${limits.pasteLines + 1} lines]`);
  expect(expandPastes(`before ${name} after`, new Map([[name, lines]]))).toBe(`before ${lines} after`);
});

test("Shift+Tab goes through the permission modes and round", () => {
  const seen = ["ask"];
  for (let step = 0; step < 4; step++) seen.push(nextMode(seen.at(-1) ?? null));
  expect(seen).toEqual(["ask", "accept_edits", "plan", "full", "ask"]);
  expect([nextMode("architect"), nextMode(null)]).toEqual(["ask", "accept_edits"]);
});
