import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allRoutes, mayUse, type Role, roles } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { Client } from "../reliability/support/client.ts";
import { type Home, makeHome } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";

const EXPORT_FILE = "/nowhere.jsonl";

/** The other inputs of each route that names a folder. */
const asked: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "get /api/agent-override": { agent_id: "echo" },
  "get /api/agent-policy": {},
  "get /api/agents": {},
  "get /api/budget": {},
  "get /api/mission": {},
  "get /api/missions": {},
  "get /api/native-sessions": {},
  "get /api/schedules": {},
  "get /api/trust": {},
  "get /api/workspace/changes": { checkpoint: "c1" },
  "get /api/workspace/file": { path: "a.txt" },
  "get /api/workspace/tree": {},
  "post /api/agent-override": { agent_id: "echo" },
  "post /api/agent-policy": {},
  "post /api/budget": { tokens: 1e9 },
  "post /api/chat": { text: "hello" },
  "post /api/import": { file: EXPORT_FILE },
  "post /api/mission": { text: "go on", interval_seconds: 3600, agent_id: "echo" },
  "patch /api/mission": { paused: true },
  "delete /api/mission": {},
  "post /api/native-sessions": { agent_id: "echo", native_id: "n1" },
  "post /api/schedules": { text: "look", pattern: "0 9 1 1 *" },
  "post /api/sessions": {},
  "post /api/trust": { trusted: false },
};

const naming = allRoutes.filter(
  ({ query, body, picksRows }) =>
    !picksRows && [query, body].some((part) => part instanceof z.ZodObject && "projectRoot" in part.shape),
);

async function deviceOf({ client }: ServerHere, role: Role): Promise<Client> {
  const { token } = await client.post<{ token: string }>("/api/devices", { name: role, role });
  return new Client(client.url.href, token, client.project);
}

async function codeAt(client: Client, name: string, projectRoot: string): Promise<string> {
  const [method = "", at = ""] = name.split(" ");
  const fields = { project_root: projectRoot, ...asked[name] };
  const answer =
    method === "get"
      ? await client.ask("GET", `${at}?${new URLSearchParams(fields as Record<string, string>)}`)
      : await client.ask(method.toUpperCase(), at, fields);
  return (answer.body as { error?: { code: string } }).error?.code ?? "done";
}

/** Folders inside a server's home, next to it and around it. */
function foldersOf({ folder, project }: Home) {
  const around = path.dirname(folder);
  const other = path.join(around, "other");
  mkdirSync(other);
  mkdirSync(path.join(folder, "inside"));
  writeFileSync(path.join(project, "a.txt"), "abc");
  for (const [name, target] of Object.entries({ out: other, back: folder, up: around })) {
    symlinkSync(target, path.join(project, name));
  }
  return { home: folder, inside: path.join(folder, "inside"), around, other, missing: path.join(other, "x") };
}

test("[S10] every route that names a folder is tested here", () => {
  expect(naming.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    Object.keys(asked).toSorted(),
  );
});

test("[S10] role by route by folder: only the owner can name a folder without a session, and no role one of Polylog's own", async () => {
  const home = makeHome({ echo: {} });
  const server = await startHere(home);
  const { client, project } = { client: server.client, project: home.project };
  const folders = foldersOf(home);
  await client.post("/api/chat", { project_root: project, text: "begin" });
  const own = [folders.home, folders.inside, path.join(project, "back")];
  const strange = [folders.other, folders.around, folders.missing, path.join(project, "out"), "relative"];
  for (const role of roles) {
    const device = role === "owner" ? client : await deviceOf(server, role);
    for (const route of naming.filter(({ role: least }) => mayUse(role, least))) {
      const name = `${route.method} ${route.path}`;
      const refusals = async (roots: readonly string[]) => {
        const codes = await Promise.all(roots.map((root) => codeAt(device, name, root)));
        return codes.map((code) => code === "folder_not_allowed");
      };
      expect({
        ...{ role, name, own: await refusals(own), strange: await refusals(strange) },
        known: await refusals([project]),
      }).toEqual({
        ...{ role, name, own: own.map(() => true), strange: strange.map(() => role !== "owner") },
        known: [false],
      });
    }
  }
});

test("[S10] a folder that the owner trusted is known too; a link out of a known folder is not", async () => {
  const home = makeHome({ echo: {} });
  const server = await startHere(home);
  const { other } = foldersOf(home);
  const prompter = await deviceOf(server, "prompter");
  const tree = "get /api/workspace/tree";
  const before = await codeAt(prompter, tree, other);
  await server.client.post("/api/trust", { project_root: other, trusted: true });
  expect([
    before,
    await codeAt(prompter, tree, other),
    await codeAt(prompter, tree, `${other}/../home`),
  ]).toEqual(["folder_not_allowed", "done", "folder_not_allowed"]);
});

test("[S10] the same applies to folders named over a socket", async () => {
  const home = makeHome({ echo: {} });
  const server = await startHere(home);
  const prompter = await deviceOf(server, "prompter");
  const socket = new WebSocket(`ws://${prompter.url.host}/ws`, {
    headers: { authorization: `Bearer ${prompter.token}` },
  });
  onTestFinished(() => socket.terminate());
  const answers: unknown[] = [];
  socket.on("message", (data) => answers.push(JSON.parse(data.toString())));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(JSON.stringify({ type: "hello", sessions: [] }));
  socket.send(JSON.stringify({ type: "chat", id: "1", project_root: home.project, text: "hello" }));
  const error = expect.objectContaining({ code: "folder_not_allowed" });
  await expect.poll(() => answers).toContainEqual({ type: "nack", id: "1", error });
});

test("[S10] in a folder around Polylog's own, the owner sees everything else", async () => {
  const home = makeHome({ echo: {} });
  const { client } = await startHere(home);
  const { around } = foldersOf(home);
  const at = (route: string, inner: string) =>
    client.ask(
      "GET",
      `/api/workspace/${route}?${new URLSearchParams({ project_root: around, path: inner })}`,
    );
  expect(
    await Promise.all([
      at("file", "project/a.txt"),
      at("file", "home/token"),
      at("file", "project/back/token"),
      at("tree", "home"),
      at("tree", "project/back"),
    ]).then((answers) => answers.map(({ status }) => status)),
  ).toEqual([200, 422, 422, 422, 422]);
});
