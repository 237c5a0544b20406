import { expect, test } from "vitest";
import { detectModels } from "../../src/built-in-agent/detect-models.ts";
import type { Machine } from "../../src/manifest.ts";

function machine(env: Machine["env"], answers: Readonly<Record<string, unknown>> = {}): Machine {
  return {
    env,
    findProgram: async () => null,
    checkProgram: async () => ({ ok: true, version: null }),
    reach: async (url) => answers[url],
  };
}

const missing = [
  { id: "openai", state: "logged_out", reason: "Set OPENAI_API_KEY in the environment." },
  { id: "anthropic", state: "logged_out", reason: "Set ANTHROPIC_API_KEY in the environment." },
  { id: "google", state: "logged_out", reason: "Set GEMINI_API_KEY or GOOGLE_API_KEY in the environment." },
  { id: "openrouter", state: "logged_out", reason: "Set OPENROUTER_API_KEY in the environment." },
  {
    id: "ollama",
    state: "missing",
    reason: "Ollama is not running on 127.0.0.1:11434. Start it with: ollama serve",
  },
  {
    id: "lmstudio",
    state: "missing",
    reason:
      "LM Studio is not running on 127.0.0.1:1234. Start its server in the app, or with: lms server start",
  },
];

test("without keys and servers, each agent says what it needs; an empty variable counts as unset", async () => {
  const found = await detectModels(machine({ OPENAI_API_KEY: " ", GEMINI_API_KEY: "" }));
  expect(found.map(({ settings: _, ...agent }) => agent)).toEqual(missing);
});

test("a key in the environment creates an agent, with a custom base URL if set", async () => {
  const env = {
    ...{ OPENAI_API_KEY: "k1", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", ANTHROPIC_API_KEY: "k2" },
    ...{ GOOGLE_API_KEY: "k3", OPENROUTER_API_KEY: "k4" },
  };
  const found = await detectModels(machine(env));
  const model = expect.any(String);
  expect(found.slice(0, 4)).toEqual([
    {
      id: "openai",
      state: "available",
      settings: {
        ...{ backend: "openai", model, apiKey: "k1", baseUrl: "http://127.0.0.1:9/v1" },
        options: { provider: "openai" },
      },
    },
    {
      id: "anthropic",
      state: "available",
      settings: { backend: "openai", model, apiKey: "k2", options: { provider: "anthropic" } },
    },
    {
      id: "google",
      state: "available",
      settings: { backend: "openai", model, apiKey: "k3", options: { provider: "google" } },
    },
    {
      id: "openrouter",
      state: "available",
      settings: {
        ...{ backend: "openai", model, apiKey: "k4", baseUrl: "https://openrouter.ai/api/v1" },
        options: { provider: "openai-compatible" },
      },
    },
  ]);
});

test("a local model server is used with its first model; one without models says how to download one", async () => {
  const answers = {
    "http://127.0.0.1:11434/api/tags": { models: [{ name: "qwen3:8b" }, { name: "llama4" }] },
    "http://127.0.0.1:1234/v1/models": { data: [] },
  };
  const found = await detectModels(machine({}, answers));
  const options = { provider: "openai-compatible" };
  expect(found.slice(4)).toEqual([
    {
      id: "ollama",
      state: "available",
      settings: { backend: "openai", baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:8b", options },
    },
    {
      id: "lmstudio",
      state: "missing",
      reason: "LM Studio has no models yet. Download one with: lms get",
      settings: { backend: "openai", baseUrl: "http://127.0.0.1:1234/v1", options },
    },
  ]);
});

test("another program on the port is ignored", async () => {
  for (const answer of [null, [], "hello", { models: "many" }, { models: [{ name: "" }] }]) {
    const found = await detectModels(machine({}, { "http://127.0.0.1:11434/api/tags": answer }));
    expect(found[4]).toMatchObject({ id: "ollama", state: "missing", reason: missing[4]?.reason });
  }
});
