import { execFileSync } from "node:child_process";
import { type EventBody, emptyConversation } from "@polylog/core";
import { expect, test } from "vitest";
import { builtInBackend } from "../../src/built-in-agent/backend.ts";
import { readSettings } from "../../src/built-in-agent/options.ts";
import { temporaryFolder } from "../node-program.ts";
import { agentId, startSession } from "./scenario/session.ts";

const baseUrl = "http://127.0.0.1:9/v1";

function messageOf(settings: object): string | null {
  const read = readSettings("local", { backend: "openai", model: "m", baseUrl, ...settings });
  return read.ok ? null : read.message;
}

test("[BA21] invalid settings are rejected with a message that names the field", () => {
  expect([
    messageOf({}),
    messageOf({ options: { max_steps: 0 } }),
    messageOf({ options: { fallback: [{ base_url: "x", model: "m" }] } }),
    messageOf({ options: { colour: "red" } }),
    messageOf({ model: undefined }),
    messageOf({ baseUrl: "ftp://x" }),
    messageOf({ baseUrl: undefined, options: { provider: "openai-compatible" } }),
  ]).toEqual([
    null,
    "Invalid settings for local: options.max_steps: Too small: expected number to be >0.",
    "Invalid settings for local: options.fallback.0.base_url: Invalid URL.",
    'Invalid settings for local: options: Unrecognized key: "colour".',
    "local has no model. Set model.",
    "The base_url of local is not an HTTP URL: ftp://x.",
    "local has no server. Set base_url.",
  ]);
});

test("[BA21] a fallback model uses the agent's own server, unless it sets another", () => {
  const fallback = [
    "b",
    { provider: "anthropic", model: "c" },
    { base_url: "http://other/v1", model: "d", api_key: "k2" },
  ];
  const read = readSettings("local", {
    backend: "openai",
    model: "a",
    baseUrl,
    apiKey: "k1",
    options: { fallback },
  });
  const provider = "openai-compatible";
  expect(read.ok && read.value.choices).toEqual([
    { provider, model: "a", baseUrl, apiKey: "k1" },
    { provider, model: "b", baseUrl, apiKey: "k1" },
    { provider: "anthropic", model: "c", baseUrl: undefined, apiKey: undefined },
    { provider, model: "d", baseUrl: "http://other/v1", apiKey: "k2" },
  ]);
});

test("[BA21] an agent that cannot start fails its first run with the reason", async () => {
  const connection = await builtInBackend.start({
    sessionId: "session",
    agentId,
    projectRoot: temporaryFolder(),
    settings: { backend: "openai", baseUrl },
    host: {
      conversation: () => emptyConversation,
      dataFolder: temporaryFolder(),
      trusted: async () => false,
      tools: null,
    },
  });
  await connection.prompt({ runId: "run1", text: "Hi", images: [] });
  const events = [];
  for await (const event of connection.events) events.push(event);
  expect(events).toEqual([
    {
      ...{ type: "run_ended", outcome: "failed", runId: "run1", agentId },
      error: { code: "bad_settings", message: "polylog has no model. Set model." },
    },
  ]);
});

test("[BA23] the agent reports its modes, models and commands, and the server's other models", async () => {
  const session = await startSession({ options: { fallback: ["other"] } });
  const [first] = await session.until(({ type }) => type === "session_meta");
  await session.prompt("[[say ok]]");
  const second = (await session.until(({ type }) => type === "session_meta")).at(-1);
  const models = ["scripted", "other"].map((id) => ({ id, name: id }));
  expect([first, second]).toEqual([
    {
      type: "session_meta",
      agentId,
      modes: [
        { id: "ask", name: "Ask", description: "Asks before it edits files or runs commands" },
        {
          id: "accept_edits",
          name: "Accept edits",
          description: "Edits files without asking; asks before it runs commands",
        },
        { id: "plan", name: "Plan", description: "Explores and presents a plan; changes nothing" },
        { id: "full", name: "Full access", description: "Never asks" },
      ],
      models,
      commands: [
        {
          ...{ name: "compact", description: "Summarize the conversation to free up context" },
          input: { hint: "what the summary should focus on" },
        },
        { name: "init", description: "Create an AGENTS.md for this project" },
      ],
      currentModeId: "ask",
      currentModelId: "scripted",
    },
    { type: "session_meta", agentId, models: [...models, { id: "demo", name: "demo" }] },
  ]);
});

test("[BA22] a model chosen by command or in the log is used for the next call", async () => {
  const session = await startSession({
    before: [{ type: "model_change", modelId: "chosen before", agentId }],
  });
  await session.play("[[say ok]]");
  await session.connection.setModel("chosen now");
  await session.play("[[say ok]]");
  expect(session.requests().map(({ model }) => model)).toEqual(["chosen before", "chosen now"]);
});

test("[BA22] a mode in the log has no effect; the mode that the server sets applies from the next call on", async () => {
  const session = await startSession({
    settings: { permissionMode: "plan" },
    before: [{ type: "mode_change", modeId: "full", agentId }],
  });
  const script = "[[shell echo 1]] [[say ok]]";
  const result = (events: readonly EventBody[]) => events.find(({ type }) => type === "tool_result");
  expect(result(await session.play(script))).toMatchObject({ error: { code: "plan_mode" } });
  await session.connection.setMode("ask");
  expect(result(await session.play(script))).toMatchObject({ ok: true });
});

test("[BA26] the model libraries are not loaded before the first run", () => {
  const registry = new URL("../../src/registry.ts", import.meta.url).href;
  const backend = new URL("../../src/built-in-agent/backend.ts", import.meta.url).href;
  const script = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
    await import(${JSON.stringify(registry)});
    await import(${JSON.stringify(backend)});
    console.log(JSON.stringify(seen.filter((name) => /^(ai$|@ai-sdk|@modelcontextprotocol)/.test(name))));
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(said)).toEqual([]);
});
