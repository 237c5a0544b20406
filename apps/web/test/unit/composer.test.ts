import { expect, test } from "vitest";
import { replaceTrigger, triggerAt } from "../../src/composer/suggestions/trigger.ts";

test("a slash at the start suggests commands, an at sign after a space suggests files", () => {
  expect(triggerAt("/re", 3)).toEqual({ kind: "command", typed: "re", from: 0, to: 3 });
  expect(triggerAt("look at @src/ca", 15)).toEqual({ kind: "file", typed: "src/ca", from: 8, to: 15 });
  expect(triggerAt("@", 1)).toEqual({ kind: "file", typed: "", from: 0, to: 1 });
  expect([triggerAt("a /re", 5), triggerAt("me@example", 10), triggerAt("/re x", 5)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("an accepted suggestion replaces only the typed trigger", () => {
  const trigger = triggerAt("see @ca now", 7);
  expect(trigger && replaceTrigger("see @ca now", trigger, "@src/cart.ts ")).toEqual({
    text: "see @src/cart.ts  now",
    caret: 17,
  });
});
