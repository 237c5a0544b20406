import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyConversation } from "../../src/conversation/draft.ts";
import { previewCard } from "../../src/tools/call-preview.ts";
import { toolCard } from "../../src/tools/registry.ts";
import { pending } from "./call.ts";

test("[T25] a permission shows the card that its call will have", () => {
  expect(previewCard({ toolName: "Bash", input: { command: "rm -rf ./cache", cwd: "/code/shop" } })).toEqual({
    icon: "terminal",
    title: "Running",
    object: "rm -rf ./cache",
    summary: null,
    state: "pending",
    added: null,
    removed: null,
    durationMs: null,
    runsSince: null,
    approval: null,
    blocks: [{ kind: "command", command: "rm -rf ./cache", cwd: "/code/shop", collapsed: false }],
  });
});

test("[T25] for any tool and input, the preview is the card of the running call", () => {
  const names = fc.oneof(
    fc.constantFrom("Bash", "Edit", "Write", "mcp__acp__Write", "mcp__github__search"),
    fc.string(),
  );
  fc.assert(
    fc.property(names, fc.jsonValue(), (toolName, input) => {
      const running = toolCard(pending(toolName, input), emptyConversation);
      expect(previewCard({ toolName, input })).toEqual({ ...running, runsSince: null });
    }),
  );
});
