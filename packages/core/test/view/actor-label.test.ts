import { expect, test } from "vitest";
import { actorLabel } from "../../src/index.ts";

test("[F52] an actor reads as the device and its role", () => {
  const device = { kind: "user" as const, id: "d1", role: "prompter" as const };
  expect([
    actorLabel({ ...device, name: "Pixel 9" }),
    actorLabel(device),
    actorLabel({ kind: "user", id: "owner", name: "owner", role: "owner" }),
    actorLabel({ kind: "rule", name: "a rule" }),
    actorLabel(null),
  ]).toEqual(["Pixel 9 · prompter", "d1 · prompter", "owner", "a rule", ""]);
});

test("[F52] a device's name cannot move the cursor, break the line or change the writing direction", () => {
  const name = "Pixel\u001b[2J\n9\u202e renwo";
  expect(actorLabel({ kind: "user", name, role: "viewer" })).toBe("Pixel 9 renwo · viewer");
});
