import { expect, test } from "vitest";
import type { PermissionMode } from "../../src/backend/backend.ts";
import { modeLabel, nextMode } from "../../src/view/modes.ts";

test("Shift+Tab cycles through the permission modes", () => {
  const seen = ["ask"];
  for (let step = 0; step < 4; step++) seen.push(nextMode(seen.at(-1) ?? null));
  expect(seen).toEqual(["ask", "accept_edits", "plan", "full", "ask"]);
  expect([nextMode("architect"), nextMode(null)]).toEqual(["ask", "accept_edits"]);
});

test("an agent's mode is its permission mode, followed by its own mode", () => {
  const modes = [{ id: "debug", name: "Debug" }];
  const label = (currentModeId: string | null, permissionMode: PermissionMode | null) =>
    modeLabel({ modes, currentModeId, permissionMode });
  expect([
    label(null, null),
    label("full", "full"),
    label("debug", null),
    label("debug", "accept_edits"),
    label("unlisted", "ask"),
    label("ask", "full"),
  ]).toEqual([null, "Full access", "Debug", "Accept edits · Debug", "Ask · unlisted", "Full access · ask"]);
});
