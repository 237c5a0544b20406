import type { AgentSettings } from "@polylog/core";
import { expect, test } from "vitest";
import { collaboration, readSetup, threadMode, turnMode } from "../../src/codex/modes.ts";
import { programArguments, programEnvironment, readOptions, threadConfig } from "../../src/codex/options.ts";
import { planReply, promptInput } from "../../src/codex/prompt-input.ts";

test("[CX12] it asks in every mode; the mode sets which part of the machine it can access", () => {
  expect((["ask", "accept_edits", "plan", "full"] as const).map(threadMode)).toEqual([
    { approvalPolicy: "untrusted", sandbox: "workspace-write" },
    { approvalPolicy: "untrusted", sandbox: "workspace-write" },
    { approvalPolicy: "untrusted", sandbox: "read-only" },
    { approvalPolicy: "untrusted", sandbox: "danger-full-access" },
  ]);
});

test("[CX12] changing the mode back restores the sandbox that the person has configured", () => {
  const own = { type: "workspaceWrite", writableRoots: ["/more"], networkAccess: true };
  const setup = readSetup({ model: "m", reasoningEffort: "high", sandbox: own });
  const fresh = readSetup({ model: "m", sandbox: { type: "dangerFullAccess" } });
  expect([
    turnMode("ask", "m", setup),
    turnMode("plan", "n", setup),
    turnMode("full", "m", setup),
    turnMode("ask", "m", fresh).sandboxPolicy,
    collaboration("plan", "n", setup),
    collaboration("ask", "m", fresh),
  ]).toEqual([
    { approvalPolicy: "untrusted", sandboxPolicy: own, model: "m" },
    { approvalPolicy: "untrusted", sandboxPolicy: { type: "readOnly", networkAccess: false }, model: "n" },
    { approvalPolicy: "untrusted", sandboxPolicy: { type: "dangerFullAccess" }, model: "m" },
    {
      type: "workspaceWrite",
      writableRoots: [],
      networkAccess: false,
      excludeTmpdirEnvVar: false,
      excludeSlashTmp: false,
    },
    {
      collaborationMode: {
        mode: "plan",
        settings: { model: "n", reasoning_effort: "high", developer_instructions: null },
      },
    },
    {
      collaborationMode: {
        mode: "default",
        settings: { model: "m", reasoning_effort: null, developer_instructions: null },
      },
    },
  ]);
});

test("[CX12] an agent's settings reach the program", () => {
  const settings = {
    backend: "codex",
    args: ["-c", "a=1"],
    model: "m",
    instructions: "Be brief.",
    baseUrl: "http://127.0.0.1:9/v1",
    apiKey: "a-key",
    env: { OWN: "1" },
  };
  const options = { mcp_servers: { box: { command: "box" } }, config: { model_reasoning_effort: "high" } };
  const server = { CODEX_HOME: "/c", OPENAI_API_KEY: "the-server's", POLYLOG_TOKEN: "t", OTHER: "o" };
  const set = (given: AgentSettings) => programArguments(given).filter((_, at, all) => all[at - 1] === "-c");
  expect({
    own: set(settings),
    address: set({ backend: "codex", baseUrl: "http://127.0.0.1:9/v1" }),
    env: programEnvironment(settings, server),
    config: threadConfig(settings, options),
    plain: threadConfig({ backend: "codex" }, {}),
    unknown: readOptions({ backend: "codex", options: { mcp: {} } }).success,
  }).toEqual({
    own: [
      "suppress_unstable_features_warning=true",
      'model_provider="polylog"',
      'model_providers.polylog.name="OpenAI"',
      'model_providers.polylog.base_url="http://127.0.0.1:9/v1"',
      'model_providers.polylog.wire_api="responses"',
      'model_providers.polylog.env_key="OPENAI_API_KEY"',
      "a=1",
    ],
    address: ["suppress_unstable_features_warning=true", 'openai_base_url="http://127.0.0.1:9/v1"'],
    env: { CODEX_HOME: "/c", OPENAI_API_KEY: "a-key", NO_COLOR: "1", OWN: "1" },
    config: {
      model: "m",
      developerInstructions: "Be brief.",
      config: { model_reasoning_effort: "high", mcp_servers: { box: { command: "box" } } },
    },
    plain: {},
    unknown: false,
  });
});

test("[CX7] a person's decision on a plan is passed to the agent", () => {
  expect([
    planReply("approve", null),
    planReply("edit", "1. Other"),
    planReply("edit", " "),
    planReply("reject", null),
    planReply("reject", null, "Use the other file."),
  ]).toEqual([
    "Implement the plan.",
    "Implement this plan instead of yours:\n\n1. Other",
    "Implement the plan.",
    "I reject this plan. Do not implement it.",
    "I reject this plan. Do not implement it. Use the other file.",
  ]);
});

test("[CX12] images precede the text, and need no text", () => {
  const image = { mediaType: "image/png", data: "AAAA" };
  const shown = { type: "image", url: "data:image/png;base64,AAAA" };
  const text = { type: "text", text: "Look", text_elements: [] };
  expect([
    promptInput("Look"),
    promptInput("Look", [image]),
    promptInput("", [image, { mediaType: "image/png" }]),
  ]).toEqual([[text], [shown, text], [shown]]);
});
