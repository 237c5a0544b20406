import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { newProject, put } from "../checkpoint/project.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

/** Everything below a folder that another account of the machine could read or change. */
function openTo(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const mode = lstatSync(file).mode & 0o077;
    return mode === 0 ? [] : [`${path.relative(folder, file)} ${mode.toString(8)}`];
  });
}

/**
 * Clears the screen, sets a title, types a command into some terminals, contains a C1 character, and reverses
 * the text direction.
 */
const ATTACK = '\u001b[2J\u001b]0;owned\u0007\u0090$q"p\u001b\\\u009b31m\u007f\u202egnp.exe';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur.
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test("[S7] another account of the machine can read no file of a checkpoint", async () => {
  const { root, home, checkpoints } = newProject();
  put(root, { "secret.env": "KEY=1", "src/main.ts": "1" });
  const first = await checkpoints.save(root, "s1");
  put(root, { "src/main.ts": "2" });
  expect(await checkpoints.save(root, "s1")).toMatchObject({ ok: true });
  expect(await checkpoints.restore(root, "s1", first.ok ? first.hash : "")).toMatchObject({ ok: true });
  expect(openTo(path.dirname(home))).toEqual([]);
});

test("[S7] another account of the machine can read no output and no backup", async () => {
  const large = "a large output ".repeat(8000);
  const home = makeHome({ agent: { script: [{ tool: { name: "Bash", result: large } }] } });
  const { client } = await startHere(home);
  const { session_id } = await client.chat("go");
  await (await Follower.open(client, session_id)).whenEvent("run_ended");
  await client.post(`/api/sessions/${session_id}/fork`, {});
  const elsewhere = temporaryFolder();
  await client.post("/api/backup", { file: path.join(elsewhere, "backup.db") });
  expect(openTo(elsewhere)).toEqual([]);
  expect(openTo(home.folder).filter((name) => !name.startsWith("config."))).toEqual([]);
});

test("[S22] an export that is printed in a terminal runs no escape code of an agent", async () => {
  const home = makeHome({
    agent: { script: [{ text: `before ${ATTACK} after` }, { tool: { name: "Bash", result: ATTACK } }] },
  });
  const { client } = await startHere(home);
  const { session_id } = await client.chat(`title ${ATTACK}`);
  await (await Follower.open(client, session_id)).whenEvent("run_ended");
  const exported = async (format: string) =>
    (await client.ask("GET", `/api/sessions/${session_id}/export?format=${format}`)).text;
  for (const format of ["md", "html", "jsonl"])
    expect([format, raw.exec(await exported(format))]).toEqual([format, null]);
  expect(await exported("md")).toContain("before ⟨U+001B escape⟩[2J");
  expect(await exported("md")).toContain("⟨U+202E right-to-left override⟩gnp.exe after");

  // The log itself is unchanged.
  const file = path.join(temporaryFolder(), "session.jsonl");
  const lines = await exported("jsonl");
  writeFileSync(file, lines);
  const texts = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .flatMap((event) => (event.type === "text_done" ? [event.text] : []));
  expect(texts(lines)).toEqual([`before ${ATTACK} after`]);
  const body = { file, project_root: client.project };
  const imported = await client.post<{ session_id: string }>("/api/import", body);
  const log = await client.log(imported.session_id);
  expect(log.flatMap((event) => (event.type === "text_done" ? [event.text] : []))).toEqual([
    `before ${ATTACK} after`,
  ]);
});
