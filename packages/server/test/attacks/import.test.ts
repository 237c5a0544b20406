import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { serverLimits } from "../../src/index.ts";
import type { Client } from "../reliability/support/client.ts";
import { makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { memoryDuring } from "../reliability/support/memory.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { spawnServer } from "../reliability/support/server-process.ts";

const agents = { agent: { script: [{ text: "done" }] } };
const MEGABYTE = 1024 * 1024;
/** Twice the limit of a line: for its bytes and for its text. */
const MOST = 160 * MEGABYTE;

const event = (seq: number) =>
  JSON.stringify({
    type: "notice",
    id: `e${seq}`,
    sessionId: "s",
    seq,
    rev: 1,
    ts: 1,
    level: "info",
    text: "hello",
  });

async function importFile(client: Client, file: string): Promise<unknown[]> {
  const body = { file, project_root: client.project };
  const answer = await client.ask<{ error?: { code: string; message: string } }>("POST", "/api/import", body);
  return [answer.status, answer.body.error?.code, answer.body.error?.message.replace(file, "FILE")];
}

test("[S36] an import of a single 600 MB line neither stops the server nor uses that much memory", async () => {
  const { client } = await spawnServer(makeHome(agents));
  const file = path.join(temporaryFolder(), "huge.jsonl");
  writeFileSync(file, `${event(1)}\n`);
  truncateSync(file, 600 * MEGABYTE);
  let answer: unknown[] = [];
  const grown = await memoryDuring(client, async () => {
    answer = await importFile(client, file);
  });
  expect(answer).toEqual([
    ...[422, "bad_file"],
    "FILE:2: the line is longer than 32 MB. Nothing was imported.",
  ]);
  expect(grown).toBeLessThan(MOST);
});

test("[S36] an import with too many lines or of too large a file stops at a limit and leaves no output", async () => {
  const home = makeHome(agents);
  const { client } = await spawnServer(home);
  const file = path.join(temporaryFolder(), "many.jsonl");
  const handle = openSync(file, "w");
  const blob = `${JSON.stringify({ blob: { id: "x", text: "y".repeat(MEGABYTE) } })}\n`;
  writeSync(handle, `${event(1)}\n`);
  for (let count = 0; count < 50; count++) writeSync(handle, blob);
  closeSync(handle);
  truncateSync(file, serverLimits.import.fileBytes + 1);
  expect(await importFile(client, file)).toEqual([
    ...[422, "bad_file"],
    "FILE is larger than 1024 MB. Nothing was imported.",
  ]);
  truncateSync(file, 200 * MEGABYTE);
  expect(await importFile(client, file)).toEqual([
    ...[422, "bad_file"],
    "FILE:52: the line is longer than 32 MB. Nothing was imported.",
  ]);
  expect(existsSync(path.join(home.folder, "blobs"))).toBe(false);
  const lines = Array.from({ length: serverLimits.import.events + 1 }, (_, at) => event(at + 1));
  writeFileSync(file, lines.join("\n"));
  expect(await importFile(client, file)).toEqual([
    ...[422, "bad_file"],
    "FILE:250001: the session has more than 250000 events or 128 MB of them, which is the limit. Nothing was imported.",
  ]);
});

test("[S36] the error for an import of a private file names line and reason, and never quotes the file", async () => {
  const { client } = await startHere(makeHome(agents));
  const file = path.join(temporaryFolder(), "secret");
  const secrets = [
    "AWS_SECRET=abcdef",
    '{"apiKey":"abcdef"}',
    '{"type":"notice","seq":"abcdef"}',
    '["abcdef"]',
  ];
  for (const secret of secrets) {
    writeFileSync(file, secret);
    const told = await importFile(client, file);
    expect(told.slice(0, 2)).toEqual([422, "bad_file"]);
    expect(told[2]).toMatch(/^FILE:1: the line is not an event \(\w+\)\. Nothing was imported\.$/);
    expect(told[2]).not.toContain("abcdef");
  }
});

test("[S36] an import of a link, a pipe, a device or a folder is rejected and blocks nothing", async () => {
  const { client } = await startHere(makeHome(agents));
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("real.jsonl"), `${event(1)}\n`);
  symlinkSync(at("real.jsonl"), at("link.jsonl"));
  execFileSync("mkfifo", [at("pipe.jsonl")]);
  const refusal = (why: string) => [422, "bad_file", `FILE cannot be imported: ${why}`];
  const notRegular = refusal("it is not a regular file. Choose another one.");
  expect(await importFile(client, at("link.jsonl"))).toEqual(
    refusal("it is a symbolic link. Use the path of the file itself."),
  );
  expect(await importFile(client, at("pipe.jsonl"))).toEqual(notRegular);
  expect(await importFile(client, "/dev/zero")).toEqual(notRegular);
  expect(await importFile(client, folder)).toEqual(notRegular);
  expect((await importFile(client, at("real.jsonl")))[0]).toBe(201);
  expect(readdirSync(folder).sort()).toEqual(["link.jsonl", "pipe.jsonl", "real.jsonl"]);
});
