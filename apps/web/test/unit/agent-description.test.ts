import { expect, test } from "vitest";
import { agentDescription, agentFacts } from "../../src/format/agent-description.ts";

test("an agent is described by its id, else by its backend, else by the backend's name", () => {
  expect(
    [
      { id: "demo", backend: "openai" },
      { id: "gemini", backend: "acp" },
      { id: "reviewer", backend: "claude" },
      { id: "constructor", backend: "other" },
    ].map(agentDescription),
  ).toEqual([
    "Sample project, no API key needed",
    "Gemini CLI by Google",
    "Claude Code by Anthropic",
    "other",
  ]);
});

test("model and version are shown unless they repeat the id", () => {
  expect(
    [
      { id: "demo", model: "demo" },
      { id: "claude", model: "opus", version: "2.1.3" },
      { id: "codex", version: "0.80.0" },
    ].map(agentFacts),
  ).toEqual(["", "opus · 2.1.3", "0.80.0"]);
});
