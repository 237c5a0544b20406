import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { Confirmations } from "../../src/http/auth/confirmations.ts";
import { Client } from "../reliability/support/client.ts";
import { makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";

const agents = { agent: { script: [{ text: "done" }] } };

interface Asked {
  readonly error: {
    readonly code: string;
    readonly details: {
      readonly confirmation: {
        readonly id: string;
        readonly action: string;
        readonly text: string;
        readonly expires_ts: number;
      };
    };
  };
}

type Request = readonly [method: string, path: string, body: object];

async function confirmationOf({ client }: Pick<ServerHere, "client">, [method, at, body]: Request) {
  const answer = await client.request<Asked>(method, at, body);
  expect([at, answer.status, answer.body.error.code]).toEqual([at, 409, "confirmation_required"]);
  return answer.body.error.details.confirmation;
}

const confirmed = ({ client }: Pick<ServerHere, "client">, [method, at, body]: Request, id: string) =>
  client.request<Partial<Asked>>(method, at, body, { "x-polylog-confirmation": id });

async function open() {
  const home = makeHome(agents);
  const server = await startHere(home);
  const sessionId = await server.client.createSession("agent");
  const mode = async () => {
    const log = await server.client.log(sessionId);
    return log.flatMap((event) => (event.type === "mode_change" ? [event.modeId] : []));
  };
  return { home, server, sessionId, mode };
}

test("[S37] one request is not enough for full access, restores, imports and new owners", async () => {
  const { home, server, sessionId, mode } = await open();
  const file = path.join(temporaryFolder(), "backup.db");
  await server.client.post("/api/backup", { file });
  const settings = await server.client.get<{ agents: Record<string, object> }>("/api/settings");
  const free = { ...settings.agents.agent, permission_mode: "full" };
  const place = { project_root: home.project, agent_id: "agent" };
  const requests: readonly (readonly [...Request, string])[] = [
    ["PATCH", `/api/sessions/${sessionId}`, { mode_id: "full" }, "full_access"],
    // One of the agent's own modes, in which its program does not ask.
    ["PATCH", `/api/sessions/${sessionId}`, { mode_id: "bypassPermissions" }, "full_access"],
    ["POST", "/api/agent-override", { ...place, permission_mode: "full" }, "full_access"],
    ["POST", "/api/settings", { ...settings, agents: { ...settings.agents, agent: free } }, "full_access"],
    ["POST", "/api/import", { file: "/exported.jsonl", project_root: home.project }, "import_session"],
    ["POST", "/api/restore", { file }, "restore"],
    ["POST", "/api/login-codes", { role: "owner" }, "owner_device"],
    ["POST", "/api/devices", { name: "script", role: "owner" }, "owner_device"],
  ];
  for (const [method, at, body, action] of requests) {
    const asked = await confirmationOf(server, [method, at, body]);
    expect({ at, ...asked }).toEqual({
      ...{ at, action, id: expect.stringMatching(/^[\w-]{22}$/) },
      text: expect.stringMatching(/\? /),
      expires_ts: expect.any(Number),
    });
  }
  expect(await mode()).toEqual([]);
  expect(await server.client.get("/api/devices")).toEqual({ devices: [] });
  const query = new URLSearchParams(place);
  expect(await server.client.get(`/api/agent-override?${query}`)).toEqual({ override: null });
});

test("[S37] the confirmation of a phone that requests the owner role shows its name; other roles need no confirmation", async () => {
  const { server } = await open();
  const pairing = async (role: string) => {
    const made = await server.client.post<{ pairing_id: string; code: string }>("/api/pairings", { role });
    await server.client.post("/api/pair", { code: made.code, name: "Pixel" });
    return ["PATCH", `/api/pairings/${made.pairing_id}`, { decision: "confirm" }] as const;
  };
  const owner = await pairing("owner");
  const { text, id } = await confirmationOf(server, owner);
  expect(text).toBe(
    'Make "Pixel" at 127.0.0.1 an owner? An owner can change everything, including devices and settings.',
  );
  expect((await confirmed(server, owner, id)).status).toBe(200);
  const [, at] = await pairing("approver");
  await confirmationOf(server, ["PATCH", at, { decision: "confirm", role: "owner" }]);
  expect((await server.client.request("PATCH", at, { decision: "confirm" })).status).toBe(200);
});

test("[S37] a confirmation works once, for the same request only", async () => {
  const { server, sessionId, mode } = await open();
  const other = await server.client.createSession("agent");
  const full: Request = ["PATCH", `/api/sessions/${sessionId}`, { mode_id: "full" }];
  const elsewhere: readonly Request[] = [
    ["PATCH", `/api/sessions/${other}`, { mode_id: "full" }],
    ["PATCH", `/api/sessions/${sessionId}`, { mode_id: "full", title: "More" }],
    ["POST", "/api/login-codes", { role: "owner" }],
  ];
  for (const request of elsewhere) {
    const { id } = await confirmationOf(server, full);
    expect((await confirmed(server, request, id)).status).toBe(409);
    expect((await confirmed(server, full, id)).status).toBe(409);
  }
  const { id } = await confirmationOf(server, full);
  expect((await confirmed(server, full, "guess")).status).toBe(409);
  expect((await confirmed(server, full, id)).status).toBe(200);
  expect((await confirmed(server, full, id)).status).toBe(409);
  expect(await mode()).toEqual(["full"]);
});

test("[S37] one device's confirmation does not work for another, and a prompter's request is rejected without one", async () => {
  const { home, server, sessionId, mode } = await open();
  const deviceAs = async (role: string) => {
    const { token } = await server.client.post<{ token: string }>("/api/devices", { name: role, role });
    return { client: new Client(server.url, token, home.project) };
  };
  const full: Request = ["PATCH", `/api/sessions/${sessionId}`, { mode_id: "full" }];
  const { id } = await confirmationOf(server, full);
  const approver = await deviceAs("approver");
  expect((await confirmed(approver, full, id)).status).toBe(409);
  const prompter = await deviceAs("prompter");
  expect((await prompter.client.request(...full)).status).toBe(403);
  expect((await confirmed(prompter, full, id)).status).toBe(403);
  expect(await mode()).toEqual([]);
});

test("[S37] a socket's command for full access is also rejected without a confirmation", async () => {
  const { server, sessionId, mode } = await open();
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`, {
    headers: { authorization: `Bearer ${server.client.token}` },
  });
  const answers: { id: string; type: string; error?: Asked["error"] }[] = [];
  socket.on("message", (data) => answers.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.on("open", resolve));
  const send = async (id: string, message: object) => {
    socket.send(JSON.stringify({ ...message, id }));
    await expect.poll(() => answers.some((answer) => answer.id === id)).toBe(true);
    return answers.find((answer) => answer.id === id);
  };
  await send("0", { type: "hello" });
  const full = { type: "change_session", session_id: sessionId, mode_id: "full" };
  const refused = await send("1", full);
  expect([refused?.type, refused?.error?.code]).toEqual(["nack", "confirmation_required"]);
  expect(await mode()).toEqual([]);
  const confirmation = refused?.error?.details.confirmation.id;
  expect((await send("2", { ...full, confirmation }))?.type).toBe("ack");
  expect(await mode()).toEqual(["full"]);
  socket.terminate();
});

test("[S37] a confirmation expires after two minutes, even if the clock is set back", () => {
  let elapsed = 0;
  const confirmations = new Confirmations({ now: () => 1000, elapsed: () => elapsed });
  const needs = { action: "restore" as const, text: "Restore it? Yes." };
  const request = { deviceId: "d", route: "post /api/restore", input: { file: "/b" } };
  const ask = (given?: string) => {
    try {
      confirmations.require(needs, request, given);
      return null;
    } catch (error) {
      const { confirmation } = (error as { details: { confirmation: { id: string; expires_ts: number } } })
        .details;
      expect(confirmation.expires_ts).toBe(1000 + 120_000);
      return confirmation.id;
    }
  };
  const late = ask() ?? "";
  elapsed += 120_000;
  expect(ask(late)).not.toBe(null);
  const first = ask() ?? "";
  for (let count = 0; count < 20; count++) ask();
  expect(ask(first)).not.toBe(null);
  expect(ask(ask() ?? "")).toBe(null);
});

test("[S37] a narrower mode, another setting and an import that the role forbids need no confirmation", async () => {
  const { home, server, sessionId } = await open();
  const at = `/api/sessions/${sessionId}`;
  expect((await server.client.request("PATCH", at, { mode_id: "plan" })).status).toBe(200);
  const place = { project_root: home.project, agent_id: "agent" };
  expect((await server.client.request("POST", "/api/agent-override", { ...place, model: "m" })).status).toBe(
    200,
  );
  await server.client.post("/api/agent-override", { ...place, permission_mode: "full" });
  const again = { ...place, permission_mode: "full", model: "other" };
  expect((await server.client.request("POST", "/api/agent-override", again)).status).toBe(200);
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "talk.jsonl");
  writeFileSync(file, "{}\n");
  const { token } = await server.client.post<{ token: string }>("/api/devices", {
    name: "a",
    role: "approver",
  });
  const approver = new Client(server.url, token, home.project);
  const body = { file, project_root: home.project };
  expect((await approver.request("POST", "/api/import", body)).status).toBe(403);
});
