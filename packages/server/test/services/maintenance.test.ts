import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { restoreDatabase } from "../../src/store/backup/restore-database.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { Follower } from "../reliability/support/follower.ts";
import { type Home, makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";

const LARGE = `${"a large output ".repeat(8000)}ends here`;
const agents = { agent: { script: [{ tool: { name: "Bash", result: LARGE } }, { text: "done" }] } };

async function run({ client }: ServerHere, text = "hello"): Promise<string> {
  const { session_id, run_id } = await client.chat(text);
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  return session_id;
}

async function blobOf({ client }: Pick<ServerHere, "client">, sessionId: string): Promise<string> {
  const log = await client.log(sessionId);
  const result = log.find(({ type }) => type === "tool_result") as
    | { truncated?: { blobId: string } }
    | undefined;
  return (await client.ask("GET", `/api/sessions/${sessionId}/blobs/${result?.truncated?.blobId}`)).text;
}

const inFolder = (name: string) => path.join(temporaryFolder(), name);
const titles = async ({ client }: Pick<ServerHere, "client">) =>
  (await client.get<{ sessions: { title: string }[] }>("/api/sessions")).sessions.map(({ title }) => title);

test("[B1] a backup contains the log and the large outputs; restored elsewhere, both exist", async () => {
  const server = await startHere(makeHome(agents));
  const sessionId = await run(server);
  expect(await blobOf(server, sessionId)).toBe(LARGE);
  const file = inFolder("backup.db");
  const made = await server.client.post<{ file: string; bytes: number }>("/api/backup", { file });
  expect(made).toEqual({ file, bytes: readFileSync(file).length });

  const other = await startHere(makeHome(agents));
  const { client } = other;
  const answer = await client.ask("POST", "/api/restore", { file });
  expect([answer.status, answer.body]).toEqual([
    202,
    {
      ...{ sessions: 1, events: (await server.client.log(sessionId)).length, damaged: [] },
      ...{ policies: [], omitted: 0 },
    },
  ]);
  await expect.poll(async () => (await client.ask("GET", `/api/sessions/${sessionId}`)).status).toBe(200);
  expect(await blobOf(other, sessionId)).toBe(LARGE);
});

test("[B1] a file that is not a backup is not replaced, and nothing is written to an invalid location", async () => {
  const { client } = await startHere(makeHome(agents));
  const note = inFolder("note.txt");
  writeFileSync(note, "mine");
  const code = async (file: string) => {
    const { status, body } = await client.ask<{ error: { code: string } }>("POST", "/api/backup", { file });
    return [status, body.error.code];
  };
  expect(await code(note)).toEqual([409, "file_exists"]);
  expect(readFileSync(note, "utf8")).toBe("mine");
  expect(await code(inFolder("none/backup.db"))).toEqual([404, "file_not_found"]);
  expect(await code("backup.db")).toEqual([400, "bad_request"]);
});

test("[B1] neither a log nor another program's database is accepted as a backup, under any name", async () => {
  const home = makeHome(agents);
  const server = await startHere(home);
  const { client } = server;
  await run(server, "before");
  const elsewhere = temporaryFolder();
  const at = (name: string) => path.join(elsewhere, name);
  const log = path.join(home.folder, "polylog.db");
  linkSync(log, at("hard.db"));
  symlinkSync(log, at("soft.db"));
  symlinkSync(home.folder, at("home"));
  const rest = openSqliteStore(at("rest.db"));
  await rest.close();
  const atWork = openSqliteStore(at("work.db"));
  onTestFinished(() => atWork.close());
  const foreign = new DatabaseSync(at("foreign.db"));
  foreign.exec("CREATE TABLE blobs (mine TEXT)");
  foreign.close();
  mkdirSync(at("folder"));
  writeFileSync(at("new.db.draft"), "mine");

  const code = async (file: string) => {
    const { status, body } = await client.ask<{ error: { code: string } }>("POST", "/api/backup", { file });
    return [status, body.error.code];
  };
  const before = { here: readdirSync(home.folder).sort(), there: readdirSync(elsewhere).sort() };
  for (const file of [
    log,
    path.join(home.folder, "new.db"),
    path.join(home.folder, "lock"),
    path.join(home.folder, "..", path.basename(home.folder), "polylog.db"),
    ...["hard.db", "soft.db", "home", "home/polylog.db", "home/new.db"].map(at),
  ]) {
    expect([file, ...(await code(file))]).toEqual([file, 400, "bad_request"]);
  }
  for (const name of ["rest.db", "work.db", "foreign.db", "folder"]) {
    expect([name, ...(await code(at(name)))]).toEqual([name, 409, "file_exists"]);
  }
  expect({ here: readdirSync(home.folder).sort(), there: readdirSync(elsewhere).sort() }).toEqual(before);
  expect((await client.ask("GET", "/api/verify")).text).toContain('{"damaged":[]}');
  expect(await titles(server)).toEqual(["before"]);

  // A file next to it that only looks like a draft belongs to the user.
  for (const _ of ["new", "in its place"]) await client.post("/api/backup", { file: at("new.db") });
  expect(readFileSync(at("new.db.draft"), "utf8")).toBe("mine");
});

async function replaced(home: Home): Promise<string[]> {
  return readdirSync(home.folder)
    .filter((name) => name.includes(".replaced-"))
    .map((name) => name.replace(/replaced-.*?Z/, "replaced"))
    .sort();
}

test("[B2] a running server continues with the backup at the same address; the previous log is kept; clients start again", async () => {
  const home = makeHome(agents);
  const server = await startHere(home);
  const { client } = server;
  const before = await run(server, "before");
  const file = inFolder("backup.db");
  await client.post("/api/backup", { file });
  const after = await run(server, "after");
  const follower = await Follower.open(client, before);
  await follower.when(({ conversation }) => conversation.seq > 0);

  await client.post("/api/restore", { file });
  await expect.poll(() => titles(server)).toEqual(["before"]);
  const again = await Follower.open(client, before, follower.cursor);
  await again.when(({ resyncs, conversation }) => resyncs === 1 && conversation.runs.length === 1);
  expect((await client.ask("GET", `/api/sessions/${after}`)).status).toBe(404);
  await run(server, "later");
  expect(await titles(server)).toEqual(["later", "before"]);
  expect(await replaced(home)).toEqual(["blobs.replaced", "polylog.db.replaced"]);
});

test("[B2] an unusable backup changes nothing", async () => {
  const home = makeHome(agents);
  const server = await startHere(home);
  await run(server, "before");
  const { client } = server;
  const broken = inFolder("broken.db");
  writeFileSync(broken, "not a database");
  expect((await client.ask("POST", "/api/restore", { file: broken })).status).toBe(422);
  expect((await client.ask("POST", "/api/restore", { file: inFolder("none") })).status).toBe(404);
  for (const [file, why] of [
    [path.dirname(broken), "it is not a regular file. Choose another one."],
    [path.join(home.folder, "polylog.db"), "it is the current log. Choose a backup."],
  ]) {
    const { status, body } = await client.ask<{ error: object }>("POST", "/api/restore", { file });
    expect([status, body.error]).toMatchObject([
      422,
      { code: "bad_file", message: `${file} cannot be restored: ${why}` },
    ]);
  }
  expect(await titles(server)).toEqual(["before"]);
});

test("[B2, S11] a device that was revoked after the backup stays revoked, one that was added after it stays added", async () => {
  const server = await startHere(makeHome(agents));
  const { client } = server;
  const add = (name: string) =>
    client.post<{ device_id: string; token: string }>("/api/devices", { name, role: "viewer" });
  const early = await add("early");
  const file = inFolder("backup.db");
  await client.post("/api/backup", { file });
  const late = await add("late");
  await client.ask("DELETE", `/api/devices/${early.device_id}`);
  await run(server, "marks the log that goes");
  await client.post("/api/restore", { file });
  await expect.poll(() => titles(server)).toEqual([]);
  const status = async ({ token }: { token: string }) =>
    (await fetch(`${client.url.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await status(early), await status(late)]).toEqual([401, 200]);
});

test("[B3] an export with its large outputs can be imported by a running server, and is announced to its listeners", async () => {
  const server = await startHere(makeHome(agents));
  const { client } = server;
  const sessionId = await run(server);
  const exported = (await client.ask("GET", `/api/sessions/${sessionId}/export`)).text;
  const lines = exported.trimEnd().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ blob: { id: expect.any(String), text: LARGE } });
  const file = inFolder("session.jsonl");
  writeFileSync(file, exported);

  const listener = await Follower.open(client);
  const body = { file, project_root: client.project };
  const imported = await client.post<{ session_id: string; events: number }>("/api/import", body);
  expect(imported.events).toBe(lines.length - 1);
  await listener.whenEvent("run_ended", (event) => event.sessionId === imported.session_id);
  expect(await blobOf(server, imported.session_id)).toBe(LARGE);
  const types = async (id: string) => (await client.log(id)).map(({ type, ts }) => [type, ts]);
  expect(await types(imported.session_id)).toEqual(await types(sessionId));
});

test("[B3] a blob whose name does not match its content is left out; an invalid line imports nothing", async () => {
  const home = makeHome(agents);
  const server = await startHere(home);
  const { client } = server;
  const sessionId = await run(server);
  const lines = (await client.ask("GET", `/api/sessions/${sessionId}/export`)).text.trimEnd().split("\n");
  const file = inFolder("session.jsonl");
  const post = () => client.ask<never>("POST", "/api/import", { file, project_root: client.project });

  writeFileSync(file, lines.with(2, '{"blob":{}}').join("\n"));
  const bad = (await post()) as unknown as { status: number; body: { error: object } };
  expect([bad.status, bad.body.error]).toMatchObject([
    422,
    {
      code: "bad_file",
      message: expect.stringMatching(
        /:3: the line is not an event \(bad_envelope\)\. Nothing was imported\.$/,
      ),
    },
  ]);
  const forged = JSON.stringify({ blob: { id: "../../token", text: "x" } });
  writeFileSync(file, [...lines.slice(0, -1), forged].join("\n"));
  const { session_id } = (await post()).body as { session_id: string };
  expect(existsSync(path.join(home.folder, "blobs", session_id))).toBe(false);
});

test("[B3] a fork has the outputs of its history", async () => {
  const server = await startHere(makeHome(agents));
  const sessionId = await run(server);
  const fork = await server.client.post<{ session_id: string }>(`/api/sessions/${sessionId}/fork`, {});
  await server.client.ask("DELETE", `/api/sessions/${sessionId}`);
  expect(await blobOf(server, fork.session_id)).toBe(LARGE);
});

test("[B4] the log is verified while the server runs, and the progress is reported", async () => {
  const server = await startHere(makeHome(agents));
  const sessionId = await run(server);
  const events = (await server.client.log(sessionId)).length;
  const { text } = await server.client.ask("GET", "/api/verify");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toEqual({ damaged: [] });
  expect(lines.slice(0, -1)).toEqual([{ checked: events, of: events }]);
});

test("[B1] a backup can still be restored by hand: its outputs are not part of the log", async () => {
  const server = await startHere(makeHome(agents));
  await run(server);
  const file = inFolder("backup.db");
  await server.client.post("/api/backup", { file });
  expect(await restoreDatabase(file, inFolder("polylog.db"))).toMatchObject({ sessions: 1, damaged: [] });
});
