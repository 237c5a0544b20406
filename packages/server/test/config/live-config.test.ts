import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configJsonSchema } from "../../src/config/config-schema.ts";
import { HIDDEN, hideSecrets, restoreSecrets } from "../../src/config/hide-secrets.ts";
import { createLogger } from "../../src/http/logger.ts";
import type { PolylogError } from "../../src/polylog-error.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";
import { writeConfig } from "./write-config.ts";

test("[CF1] a changed file is read again; an invalid one is named in the log and to authenticated clients, and the last valid one stays active", async () => {
  const home = makeHome({});
  const file = path.join(home.folder, "config.json");
  const logged: { msg: string; problem?: string }[] = [];
  const logger = createLogger("info", { write: (line) => logged.push(JSON.parse(line)) });
  const { client } = await startHere(home, { backends: { tiny: new TinyBackend().manifest }, logger });
  const names = async () => (await client.get<{ id: string }[]>("/api/agents")).map(({ id }) => id);

  writeConfig(home, { agents: { one: { backend: "tiny" } } });
  await expect.poll(() => names()).toEqual(["one"]);

  writeConfig(home, '{\n  "agents": {\n    "two": { "backend": 2 }\n  }\n}');
  const warning = new RegExp(`^${file}:3: agents\\.two\\.backend: `);
  await expect
    .poll(() => client.get("/api/health"))
    .toEqual({
      ...{ ok: true, version: "test" },
      warnings: [expect.stringMatching(warning)],
    });
  expect(await names()).toEqual(["one"]);
  expect(logged.filter(({ problem }) => warning.test(problem ?? "")).length).toBe(1);
  const open = await fetch(`${client.url.origin}/api/health`);
  expect(await open.json()).toEqual({ ok: true, version: "test" });

  writeConfig(home, { agents: { three: { backend: "tiny" } } });
  await expect.poll(() => names()).toEqual(["three"]);
  expect(await client.get("/api/health")).toEqual({ ok: true, version: "test" });
});

test("[CF3] unknown fields of an agent are options of its backend; references in them are replaced", async () => {
  const home = makeHome({});
  writeConfig(home, {
    mcp_servers: { shared: { command: "shared" }, both: { command: "shared" } },
    agents: {
      rich: {
        ...{ backend: "tiny", model: "m", provider: "anthropic", context_window: 200_000 },
        fallback: [{ model: "small", api_key: "{env:KEY}" }],
        prices: { m: { input: 3, output: 15 } },
        options: { provider: "google", mcp_servers: { both: { command: "own" } } },
      },
    },
  });
  const tiny = new TinyBackend();
  const env = { KEY: "value" };
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest }, env });
  await client.chat("hello");
  await expect.poll(() => tiny.starts).toHaveLength(1);
  expect(tiny.starts[0]?.settings.options).toEqual({
    ...{ provider: "google", context_window: 200_000, prices: { m: { input: 3, output: 15 } } },
    fallback: [{ model: "small", api_key: "value" }],
    mcp_servers: { shared: { command: "shared" }, both: { command: "own" } },
  });
});

test("[CF3] a different spelling of a known field is rejected, not passed on as an option", async () => {
  const { client } = await startHere(makeHome({}));
  const agents = { x: { backend: "script", baseUrl: "http://127.0.0.1:1" } };
  const { status, body } = await client.ask("POST", "/api/settings", { agents });
  expect([status, body]).toEqual([
    422,
    {
      error: {
        ...{ code: "bad_config", retryable: false, details: { field: "agents.x.baseUrl" } },
        message: 'agents.x.baseUrl: Unknown field. Use "base_url".',
      },
    },
  ]);
});

test("[CF4] the schema describes the known fields and accepts the backends' own fields", async () => {
  const home = makeHome({});
  const { client } = await startHere(home);
  const schema = configJsonSchema() as { properties: { agents: { additionalProperties: object } } };
  expect(await client.get("/api/config.schema.json")).toEqual(schema);
  expect(schema.properties.agents.additionalProperties).toMatchObject({
    type: "object",
    required: ["backend"],
    properties: { permission_mode: { enum: ["ask", "accept_edits", "plan", "full"] } },
    additionalProperties: {},
  });
  const { readFile } = await import("node:fs/promises");
  const written = () => readFile(path.join(home.folder, "config.schema.json"), "utf8");
  await expect.poll(async () => JSON.parse(await written())).toEqual(schema);
});

test("[S25] secrets in settings are hidden everywhere, and stay when the displayed settings are sent back", () => {
  const settings = {
    database_url: "postgres://me:canary@host/db",
    agents: {
      x: {
        ...{ backend: "openai", api_key: "canary", api_key_env: "NAME", env: { ANYTHING: "canary" } },
        fallback: [{ model: "m", apiKey: "canary" }],
        options: { mcp_servers: { m: { headers: { "X-Any": "canary" }, command: "run" } }, max_tokens: 5 },
      },
    },
  };
  const shown = hideSecrets(settings);
  expect(JSON.stringify(shown)).not.toContain("canary");
  expect(shown.agents.x).toEqual({
    ...{ backend: "openai", api_key: HIDDEN, api_key_env: "NAME", env: { ANYTHING: HIDDEN } },
    fallback: [{ model: "m", apiKey: HIDDEN }],
    options: { mcp_servers: { m: { headers: { "X-Any": HIDDEN }, command: "run" } }, max_tokens: 5 },
  });
  expect(restoreSecrets(shown, settings)).toEqual(settings);
});

test("[S25] a hidden value is never lost or assigned to another field: if its origin is unclear, it is rejected by name", () => {
  const first = { model: "one", api_key: "key of one" };
  const second = { model: "two", api_key: "key of two" };
  const before = { agents: { old: { backend: "openai", api_key: "key", fallback: [first, second] } } };
  const withFallback = (...fallback: object[]) => ({
    agents: { old: { backend: "openai", api_key: "key", fallback } },
  });
  const sent = (settings: unknown) => {
    try {
      return restoreSecrets(settings, before);
    } catch (error) {
      return (error as PolylogError).details;
    }
  };
  expect([
    sent({ agents: { renamed: hideSecrets(before.agents.old) } }),
    sent(hideSecrets(withFallback(second, first))),
    sent(hideSecrets(withFallback(second))),
    sent(hideSecrets(withFallback(first, { ...second, model: "other" }))),
    sent(hideSecrets(withFallback(first, second, { model: "new", api_key: "" }))),
  ]).toEqual([
    { field: "agents.renamed.api_key" },
    withFallback(second, first),
    withFallback(second),
    withFallback(first, { ...second, model: "other" }),
    { field: "agents.old.fallback.2.api_key" },
  ]);
});

test("[CF1] settings with a hidden value of unknown origin are rejected, and nothing is written", async () => {
  const home = makeHome({});
  const config = { agents: { old: { backend: "script", api_key: "sk-very-secret" } } };
  writeConfig(home, config);
  const { client } = await startHere(home);
  const shown = await client.get<{ agents: { old: object } }>("/api/settings");
  const answer = await client.ask("POST", "/api/settings", { agents: { renamed: shown.agents.old } });
  expect([answer.status, answer.body]).toEqual([
    422,
    {
      error: {
        code: "bad_config",
        message: expect.stringMatching(/^agents\.renamed\.api_key: .* Enter it again\.$/),
        retryable: false,
        details: { field: "agents.renamed.api_key" },
      },
    },
  ]);
  expect(JSON.parse(readFileSync(path.join(home.folder, "config.json"), "utf8"))).toEqual(config);
});
