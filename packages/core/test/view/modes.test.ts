import { expect, test } from "vitest";
import { nextMode } from "../../src/view/modes.ts";

test("Shift+Tab goes through the permission modes and round", () => {
  const seen = ["ask"];
  for (let step = 0; step < 4; step++) seen.push(nextMode(seen.at(-1) ?? null));
  expect(seen).toEqual(["ask", "accept_edits", "plan", "full", "ask"]);
  expect([nextMode("architect"), nextMode(null)]).toEqual(["ask", "accept_edits"]);
});
