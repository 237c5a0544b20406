import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";

interface Answer {
  readonly seq: number;
  readonly files: { readonly hash: string; readonly before: string; readonly kept: string[] } | null;
}

/** A session with two runs; before each the files were saved, and after each they are others. */
async function start() {
  const home = makeHome({});
  writeConfig(home, { agents: { own: { backend: "tiny" } } });
  const tiny = new TinyBackend();
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest } });
  const file = (name: string) => path.join(home.project, name);
  const files = () =>
    Object.fromEntries(readdirSync(home.project).map((name) => [name, readFileSync(file(name), "utf8")]));
  let sessionId: string | undefined;
  const run = async (text: string, change: () => void) => {
    const more = sessionId === undefined ? {} : { session_id: sessionId };
    const { session_id, run_id, seq } = await client.chat(text, more);
    sessionId = session_id;
    const follower = await Follower.open(client, session_id);
    await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
    const saved = await tiny.starts[0]?.host.saveCheckpoint("");
    tiny.say({ type: "checkpoint_saved", hash: saved?.hash ?? "", agentId: "own" });
    await follower.whenEvent("checkpoint_saved", (event) => event.seq > seq);
    change();
    return seq;
  };
  writeFileSync(file("a"), "1");
  const first = await run("one", () => writeFileSync(file("a"), "2"));
  const second = await run("two", () => writeFileSync(file("b"), "new"));
  const rewind = (body: object) => client.ask<Answer>("POST", `/api/sessions/${sessionId}/rewind`, body);
  return { home, client, file, files, first, second, rewind, sessionId: sessionId ?? "" };
}

test("[A8] the files are as they were before the first change after the event, and the log says how to go back", async () => {
  const { client, files, first, rewind, sessionId } = await start();
  const { body } = await rewind({ seq: first, files: true });
  expect(body.files).toEqual({
    ...{ hash: expect.any(String), before: expect.any(String), restored: 1, removed: 1, kept: [] },
  });
  expect(files()).toEqual({ a: "1" });
  const last = (await client.log(sessionId)).at(-1);
  expect(last).toMatchObject({
    ...{ type: "checkpoint_saved", hash: body.files?.before, seq: body.seq },
    label: "Before the files were brought back",
  });
  const undone = await rewind({ seq: body.seq, files: true });
  expect([undone.body.files?.hash, files()]).toEqual([body.files?.before, { a: "2", b: "new" }]);
});

test("[A8] between two runs the files are as the first one left them; at the end and without `files` they stay", async () => {
  const { files, client, second, rewind, sessionId } = await start();
  const { seq } = await client.session(sessionId);
  expect((await rewind({ seq, files: false })).body.files).toBe(null);
  expect((await rewind({ seq: second, files: true })).body.files).toMatchObject({ restored: 0, removed: 1 });
  expect(files()).toEqual({ a: "2" });
});

test("[A8] where no checkpoint is left it is said so, and neither the files nor the session change", async () => {
  const { home, client, files, first, rewind, sessionId } = await start();
  const before = await client.session(sessionId);
  rmSync(path.join(home.folder, "checkpoints"), { recursive: true });
  const refused = await rewind({ seq: first, files: true });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { code: "checkpoint_unavailable", details: { reason: "not_found" } } },
  ]);
  expect([files(), await client.session(sessionId)]).toEqual([{ a: "2", b: "new" }, before]);
});

test("[CP11] what differs from a checkpoint is told file by file; where there is none it is said so", async () => {
  const { home, client, sessionId } = await start();
  const saved = (await client.log(sessionId)).filter(({ type }) => type === "checkpoint_saved");
  const changes = (hash: string) =>
    client.ask(
      "GET",
      `/api/workspace/changes?project_root=${encodeURIComponent(home.project)}&checkpoint=${hash}`,
    );
  const [first, last] = await Promise.all(
    saved.map((event) => changes((event as { hash?: string }).hash ?? "")),
  );
  const made = { path: "b", status: "added", added: 1, removed: 0, diff: expect.stringContaining("+new") };
  expect(last?.body).toEqual({ files: [made], truncated_count: 0 });
  expect(first?.body).toMatchObject({ files: [{ path: "a", status: "modified" }, { path: "b" }] });
  expect(await changes("f".repeat(40))).toMatchObject({
    status: 422,
    body: { error: { code: "checkpoint_unavailable", details: { reason: "not_found" } } },
  });
});
