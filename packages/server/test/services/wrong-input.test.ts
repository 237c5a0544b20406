import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import type { Client } from "../reliability/support/client.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

/** Invalid input is rejected with what to do, and changes nothing. */

interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

async function refusal(client: Client, method: string, at: string, body?: unknown) {
  const { status, body: answer } = await client.ask<Refusal>(method, at, body);
  return [status, answer.error?.code, answer.error?.message];
}

test("invalid input for a session is rejected with a message", async () => {
  const { client } = await startHere(makeHome({ echo: {} }));
  const { session_id } = await client.chat("hello");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  const { seq } = await client.session(session_id);
  const at = `/api/sessions/${session_id}`;
  const chat = { project_root: client.project, text: "hi", session_id };
  const bad = (message: string) => [400, "bad_request", message];
  const modes = "ask, accept_edits, plan, full";
  const tries: [string, string, unknown, string][] = [
    ["POST", `${at}/fork`, { seq: seq + 1 }, `seq: no such event. Choose one from 0 to ${seq}.`],
    ["PATCH", at, {}, "body: has nothing to change: set title, archived, mode_id or model_id"],
    [
      "PATCH",
      at,
      { mode: "plan" },
      "body.mode: is not a known field. Valid fields: title, archived, mode_id, model_id.",
    ],
    ["PATCH", at, { mode_id: "nosuch" }, `mode_id: unknown mode. Available: ${modes}.`],
    ["PATCH", at, { archived: "yes" }, "body.archived: must be true or false"],
    ["PATCH", at, { title: "" }, "body.title: is empty"],
    [
      "POST",
      "/api/chat",
      { ...chat, project_root: "/" },
      `project_root: this session works in ${client.project}. Use that folder or start a new session.`,
    ],
    ["POST", "/api/chat", { text: "hi" }, "body.project_root: is missing"],
    ["POST", "/api/chat", { ...chat, text: 5 }, "body.text: must be text"],
    [
      "POST",
      "/api/chat",
      { ...chat, delivery: "now" },
      'body.delivery: must be "auto" or "queue" or "steer"',
    ],
    [
      "POST",
      "/api/chat",
      { ...chat, images: [{ media_type: "image/png" }] },
      "body.images.0.data: is missing",
    ],
    [
      "GET",
      "/api/sessions?cursor=zz",
      undefined,
      "query.cursor: invalid cursor. Use the `cursor` returned by the previous page.",
    ],
    ["GET", "/api/sessions?limit=0", undefined, "query.limit: is not a whole number above 0"],
  ];
  for (const [method, where, body, message] of tries) {
    expect([method, where, await refusal(client, method, where, body)]).toEqual([
      method,
      where,
      bad(message),
    ]);
  }
  const misspelt = await client.ask<Refusal>("POST", "/api/chat", { ...chat, client_mesage_id: "x" });
  expect(misspelt.body.error.message).toMatch(
    /^body\.client_mesage_id: is not a known field\. Valid fields: project_root, /,
  );
  expect(await client.session(session_id)).toMatchObject({ seq, status: "idle" });
});

test("settings that reference something unknown are rejected, and the file stays unchanged", async () => {
  const home = makeHome({ echo: {} });
  const file = path.join(home.folder, "config.json");
  const { client } = await startHere(home);
  const before = readFileSync(file, "utf8");
  const settings = (await client.get("/api/settings")) as object;
  const tries: [object, string][] = [
    [
      { agents: { x: { backend: "nosuch" } } },
      'agents.x.backend: unknown backend "nosuch". Available: openai, claude, codex, pi, acp, script.',
    ],
    [{ ...settings, idle_minuets: 3 }, "idle_minuets: is not a known field"],
    [{ ...settings, idle_minutes: "3" }, "idle_minutes: must be a number"],
  ];
  for (const [body, message] of tries) {
    expect(await refusal(client, "POST", "/api/settings", body)).toEqual([422, "bad_config", message]);
  }
  const misspelt = await client.ask<Refusal>("POST", "/api/settings", { ...settings, default_agent: "ecoh" });
  expect(misspelt.body.error.message).toMatch(/^default_agent: unknown agent "ecoh"\. Available: echo\b/);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(await client.post("/api/settings", { ...settings, idle_minutes: 3 })).toMatchObject({
    idle_minutes: 3,
  });
});

test("a configuration that a person edited is not overwritten while it is invalid or has unseen changes", async () => {
  const home = makeHome({ echo: {} });
  const file = path.join(home.folder, "config.json");
  const { client } = await startHere(home);
  const settings = (await client.get("/api/settings")) as object;
  const wrong = '{\n  "default_agent": 5\n}\n';
  writeConfig(home, wrong);
  const [status, code, message] = await refusal(client, "POST", "/api/settings", {
    ...settings,
    idle_minutes: 3,
  });
  expect([status, code, message]).toEqual([422, "bad_config", `${file}:2: default_agent: must be text`]);
  expect(readFileSync(file, "utf8")).toBe(wrong);
  const changed = JSON.stringify({ ...settings, idle_minutes: 7 });
  writeConfig(home, changed);
  expect(
    (await refusal(client, "POST", "/api/settings", { ...settings, idle_minutes: 3 })).slice(0, 2),
  ).toEqual([409, "store_conflict"]);
  expect(readFileSync(file, "utf8")).toBe(changed);
  const seen = (await client.get("/api/settings")) as object;
  expect(await client.post("/api/settings", { ...seen, idle_minutes: 3 })).toMatchObject({ idle_minutes: 3 });
});

test("a missing file that the configuration names is reported, before and when the agent is used", async () => {
  const home = makeHome({});
  writeConfig(home, {
    agents: { a: { backend: "script", instructions: "{file:missing.md}", options: { script: [] } } },
  });
  const { client } = await startHere(home);
  const missing = path.join(home.folder, "missing.md");
  const reason = `File not found: ${missing}. The configuration refers to it as {file:missing.md}. Fix the file or the reference.`;
  const agents = await client.get<{ id: string }[]>("/api/agents");
  expect(agents.find(({ id }) => id === "a")).toMatchObject({ available: false, reason });
  const { status, body } = await client.send("hello");
  expect([status, body]).toMatchObject([422, { error: { code: "bad_config", message: reason } }]);
});

test("[CF1] settings are merged: a field that is not sent stays, an agent or server that is sent is replaced, and null removes it", async () => {
  const home = makeHome({});
  const script = { backend: "script", options: {} };
  const config = {
    default_agent: "a",
    agents: { a: { ...script, api_key: "sk-very-secret" }, b: { ...script, model: "m" } },
    mcp_servers: { one: { command: "one" } },
    idle_minutes: 3,
    retention: { days: 5, max_mb: 100 },
  };
  writeConfig(home, config);
  const { client } = await startHere(home);
  const change = async (settings: object) => {
    await client.post("/api/settings", settings);
    return JSON.parse(readFileSync(path.join(home.folder, "config.json"), "utf8")) as unknown;
  };
  expect(await change({ idle_minutes: 5 })).toEqual({ ...config, idle_minutes: 5 });
  expect(
    await change({ agents: { b: script, c: script }, mcp_servers: { two: { command: "two" } } }),
  ).toEqual({
    ...config,
    idle_minutes: 5,
    agents: { a: config.agents.a, b: script, c: script },
    mcp_servers: { one: { command: "one" }, two: { command: "two" } },
  });
  expect(
    await change({
      agents: { b: null },
      mcp_servers: { one: null },
      retention: { days: 7 },
      idle_minutes: null,
    }),
  ).toEqual({
    default_agent: "a",
    agents: { a: config.agents.a, c: script },
    mcp_servers: { two: { command: "two" } },
    retention: { days: 7 },
  });
  expect((await refusal(client, "POST", "/api/settings", { agents: { a: null } })).slice(0, 2)).toEqual([
    422,
    "bad_config",
  ]);
  for (const agents of [{}, null]) {
    expect(await change({ agents })).toMatchObject({ agents: { a: config.agents.a, c: script } });
  }
});

test("[M10] a mission or a schedule for an unknown agent is rejected with the known ones, and the previous mission stays", async () => {
  const { client } = await startHere(makeHome({ echo: {}, other: {} }));
  const project_root = client.project;
  await client.post("/api/mission", { project_root, text: "First.", agent_ids: ["echo", "other"] });
  for (const [at, body] of [
    ["/api/mission", { agent_ids: ["echo", "ecoh"] }],
    ["/api/mission", { agent_id: "ecoh" }],
    ["/api/schedules", { agent_id: "ecoh", pattern: "0 9 * * *" }],
  ] as const) {
    const [status, code, message] = await refusal(client, "POST", at, { project_root, text: "Go.", ...body });
    expect([at, status, code]).toEqual([at, 404, "agent_not_found"]);
    expect(message).toMatch(/^Unknown agent "ecoh"\. Available: echo, other\b/);
  }
  const { mission } = await client.get<{ mission: { text: string } }>(
    `/api/mission?project_root=${encodeURIComponent(project_root)}`,
  );
  expect(mission.text).toBe("First.");
});
