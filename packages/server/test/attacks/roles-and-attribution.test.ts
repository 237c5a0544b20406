import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Entry, fromSnapshot } from "@polylog/core";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { agent, Talk } from "../exchange/support/agents.ts";
import { makeHome } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";
import { addDevice, codeOf, openSocket, ownerActor } from "./support/devices.ts";

const permission = { ask: { permission: { toolName: "Bash", input: { command: "make" } } } };

async function openEndedRun(server: ServerHere, text = "hello"): Promise<Talk> {
  const talk = await Talk.begin(server.client, "own", text);
  await talk.whenEnded();
  return talk;
}

async function exported(server: ServerHere, sessionId: string, format: string): Promise<string> {
  return (await server.client.ask("GET", `/api/sessions/${sessionId}/export?format=${format}`)).text;
}

/** The entries that report a changed mode or model. */
async function settingsIn(server: ServerHere, sessionId: string): Promise<readonly Entry[]> {
  const conversation = fromSnapshot(await server.client.snapshot(sessionId));
  return [...(conversation?.main.entries ?? [])].filter(
    ({ kind }) => kind === "mode_change" || kind === "model_change",
  );
}

test("[S35] a prompter cannot rewind another device's message away, over HTTP or a socket", async () => {
  const server = await startHere(makeHome({ own: agent() }));
  const talk = await openEndedRun(server);
  const before = await server.client.log(talk.sessionId);
  const prompter = await addDevice(server, "Pixel 9", "prompter");
  const rewind = await prompter.client.ask("POST", `/api/sessions/${talk.sessionId}/rewind`, { seq: 0 });
  const command = await openSocket(prompter.client);
  const bySocket = await command("rewind", { session_id: talk.sessionId, seq: 0 });
  expect([rewind.status, codeOf(rewind), bySocket.error?.code]).toEqual([403, "not_allowed", "not_allowed"]);
  expect(await server.client.log(talk.sessionId)).toEqual(before);
});

test("[S35] a prompter cannot erase a session, over HTTP or a socket", async () => {
  const server = await startHere(makeHome({ own: agent() }));
  const { sessionId } = await openEndedRun(server);
  const prompter = await addDevice(server, "Pixel 9", "prompter");
  const erased = await prompter.client.ask("DELETE", `/api/sessions/${sessionId}`);
  const command = await openSocket(prompter.client);
  const bySocket = await command("delete_session", { session_id: sessionId });
  expect([codeOf(erased), bySocket.error?.code]).toEqual(["not_allowed", "not_allowed"]);
  expect((await server.client.session(sessionId)).session_id).toBe(sessionId);
});

test("[S35] a rewind cannot hide who requested it: the log, the snapshot and the exports name the device and its role", async () => {
  const server = await startHere(makeHome({ own: agent() }));
  const { sessionId } = await openEndedRun(server);
  const approver = await addDevice(server, "Tablet", "approver");
  const rewound = await approver.client.post<{ seq: number }>(`/api/sessions/${sessionId}/rewind`, {
    seq: 3,
  });
  const last = (await server.client.log(sessionId)).at(-1);
  expect(last).toMatchObject({
    ...{ type: "notice", code: "rewound", text: "Rewound to here (event 3).", by: approver.actor },
    seq: rewound.seq,
  });
  const { entries } = (await server.client.snapshot(sessionId)).main;
  expect(entries.at(-1)).toMatchObject({ kind: "notice", by: approver.actor });
  for (const format of ["jsonl", "md", "html"]) {
    const text = await exported(server, sessionId, format);
    expect(text).toContain("Tablet");
    expect(text).toMatch(format === "jsonl" ? /"role":"approver"/ : /Tablet · approver/);
  }
});

test("[S35] a message, a title, a mode, a model and each answer record the device and the role behind them", async () => {
  const question = { ask: { question: { question: "Which?", options: [{ label: "this" }] } } };
  const plan = { ask: { plan: { entries: [{ content: "do it", status: "pending" }] } } };
  const server = await startHere(makeHome({ own: { script: [permission, question, plan, { text: "ok" }] } }));
  const prompter = await addDevice(server, "Pixel 9", "prompter");
  const approver = await addDevice(server, "Tablet", "approver");
  const sessionId = await server.client.createSession();
  const change = (client: typeof prompter.client, body: object) =>
    client.ask("PATCH", `/api/sessions/${sessionId}`, body);
  await change(prompter.client, { title: "Renamed" });
  await change(approver.client, { mode_id: "plan" });
  await change(prompter.client, { model_id: "m2" });
  await prompter.client.chat("hello", { session_id: sessionId });
  const talk = await Talk.of(server.client, sessionId);
  const { requestId } = await talk.when("permission_request");
  await approver.client.allow(requestId);
  const { questionId } = await talk.when("ask_user");
  await prompter.client.post("/api/ask-user-response", {
    question_id: questionId,
    answers: { "Which?": "this" },
  });
  const { planId } = await talk.when("plan_update");
  await server.client.post("/api/plan-response", { plan_id: planId, decision: "approve" });
  await talk.whenEnded();
  const who = (type: Parameters<Talk["all"]>[0]) =>
    talk.all(type).map((event) => ("by" in event ? event.by : undefined));
  expect({
    title: who("title"),
    message: who("user_message"),
    permission: who("permission_response"),
    question: who("ask_user_response"),
    plan: who("plan_response"),
  }).toEqual({
    title: [prompter.actor],
    message: [prompter.actor],
    permission: [approver.actor],
    question: [prompter.actor],
    plan: [ownerActor],
  });
  expect(await settingsIn(server, sessionId)).toMatchObject([
    { kind: "mode_change", newModeId: "plan", by: approver.actor },
    { kind: "model_change", newModelId: "m2", by: prompter.actor },
    { kind: "mode_change", newModeId: "ask", by: ownerActor },
  ]);
  for (const format of ["md", "html"]) {
    const text = await exported(server, sessionId, format);
    expect(text).toContain("You** (Pixel 9 · prompter)");
    expect(text).toContain("Tablet · approver");
  }
});

test("[S35] a model that the agent's program echoes while it runs is still recorded as the person's", async () => {
  const server = await startHere(makeHome({ own: agent() }));
  const { sessionId } = await openEndedRun(server);
  const approver = await addDevice(server, "Tablet", "approver");
  await approver.client.ask("PATCH", `/api/sessions/${sessionId}`, { mode_id: "plan", model_id: "m2" });
  expect(await settingsIn(server, sessionId)).toMatchObject([
    { newModelId: "m2", by: approver.actor },
    { newModeId: "plan", by: approver.actor },
  ]);
});

test("[S35] an agent cannot act as a device or put a message into a queue", async () => {
  const home = makeHome({});
  writeConfig(home, { agents: { own: { backend: "tiny" } } });
  const tiny = new TinyBackend();
  const server = await startHere(home, { backends: { tiny: tiny.manifest } });
  const talk = await openEndedRun(server);
  const by = ownerActor;
  tiny.say({
    type: "queue_updated",
    agentId: "own",
    items: [{ itemId: "forged", text: "rm -rf", by }],
    paused: { reason: "x" },
  });
  tiny.say({ type: "mode_change", agentId: "own", modeId: "plan", by });
  tiny.say({ type: "notice", text: "Rewound to here (event 1).", by });
  const notice = await talk.when("notice");
  const mode = await talk.when("mode_change");
  expect([notice.by, mode.by]).toEqual([undefined, undefined]);
  expect(await server.client.queue(talk.sessionId)).toEqual([]);
  expect(talk.all("queue_updated")).toEqual([]);
});

test("[S35] an imported, forked or future log contains no queued message that belongs to a device", async () => {
  const home = makeHome({ own: agent() });
  const server = await startHere(home);
  const prompter = await addDevice(server, "Pixel 9", "prompter");
  const { sessionId } = await openEndedRun(server);
  const lines = (await exported(server, sessionId, "jsonl")).trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "") as { seq: number };
  const items = [{ itemId: "forged", text: "forged", by: prompter.actor }];
  const forged = [1, 2].map((v) =>
    JSON.stringify({
      ...last,
      id: `f${v}`,
      v,
      type: "queue_updated",
      agentId: "own",
      items,
      seq: last.seq + v,
    }),
  );
  const file = path.join(home.project, "forged.jsonl");
  writeFileSync(file, [...lines, ...forged].join("\n"));
  const imported = await server.client.post<{ session_id: string }>("/api/import", {
    project_root: home.project,
    file,
  });
  const fork = await server.client.post<{ session_id: string }>(
    `/api/sessions/${imported.session_id}/fork`,
    {},
  );
  for (const { session_id } of [imported, fork]) {
    expect(await server.client.queue(session_id)).toEqual([]);
    expect(await exported(server, session_id, "jsonl")).not.toContain("forged");
  }
});

test("[S10] a viewer cannot list or read a project's files, or view its changes", async () => {
  const home = makeHome({ own: agent() });
  writeFileSync(path.join(home.project, "secret-plans.txt"), "abc");
  const server = await startHere(home);
  await openEndedRun(server);
  const viewer = await addDevice(server, "Wall screen", "viewer");
  const prompter = await addDevice(server, "Pixel 9", "prompter");
  const at = (route: string, more: object) =>
    `/api/workspace/${route}?${new URLSearchParams({ project_root: home.project, ...more })}`;
  const paths = [
    at("tree", {}),
    at("file", { path: "secret-plans.txt" }),
    at("changes", { checkpoint: "abc" }),
  ];
  const answers = await Promise.all(paths.map((route) => viewer.client.ask("GET", route)));
  expect(answers.map(codeOf)).toEqual(["not_allowed", "not_allowed", "not_allowed"]);
  expect(answers.some(({ text }) => text.includes("secret"))).toBe(false);
  expect((await prompter.client.ask("GET", at("tree", {}))).text).toContain("secret-plans.txt");
});
