import { expect, test } from "vitest";
import { addressed } from "../../src/composer/addressed-message.ts";

test("a message that begins with an agent's name goes to that agent; any other is unchanged", () => {
  const agents = ["claude", "demo-reviewer"];
  expect(
    [
      "@demo-reviewer look\nat this",
      "  @claude  hi",
      "@README.md what is it?",
      "@claude",
      "ask @claude now",
      "@Claude hi",
    ].map((text) => addressed(text, agents)),
  ).toEqual([
    { text: "look\nat this", agentId: "demo-reviewer" },
    { text: "hi", agentId: "claude" },
    { text: "@README.md what is it?" },
    { text: "@claude" },
    { text: "ask @claude now" },
    { text: "@Claude hi" },
  ]);
});
