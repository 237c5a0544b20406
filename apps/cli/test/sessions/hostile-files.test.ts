import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

/** Files from untrusted sources, and files that may be shown in a terminal later. */

test("[S30] a rule forged into a backup is listed, and only restored if its id is given", async () => {
  const own = newHome();
  const ask = (...args: string[]) => polylog([...args, "--home", own, "--json"]);
  await ask("run", "hello");
  const saved = path.join(newFolder(), "backup.db");
  await ask("backup", saved);
  const db = new DatabaseSync(saved);
  const rule = {
    effect: "allow",
    toolName: "Bash",
    match: "prefix",
    pattern: "rm",
    scope: "always",
    where: "",
  };
  db.prepare("INSERT INTO documents VALUES ('permission_rule', 'r', ?)").run(JSON.stringify(rule));
  db.close();
  const rules = async () => {
    const store = new DatabaseSync(path.join(own, "polylog.db"), { readOnly: true });
    const found = store.prepare("SELECT key FROM documents WHERE kind = 'permission_rule'").all();
    store.close();
    return found.map(({ key }) => key);
  };

  const [listed] = linesOf<{ policies: { id: string; title: string }[] }>(
    (await ask("restore", saved, "--list")).stdout,
  );
  const [policy] = listed?.policies ?? [];
  expect(policy).toMatchObject({ title: "Rule: allow Bash rm (always)" });
  expect((await ask("restore", "--yes", saved)).code).toBe(0);
  expect(await rules()).toEqual([]);
  const plain = await polylog(["restore", "--yes", saved, "--home", own]);
  expect(plain.stdout).toContain("Rules, devices or other policies not restored from the backup: 1.");
  const enter = async (answer: string) => {
    const window = polylogWindow(["restore", saved, "--home", own], { cwd: own });
    await window.untilText("Which ones should be restored?");
    expect(window.text()).toContain("1. Rule: allow Bash rm (always) [added]");
    window.type(`${answer}\r`);
    await window.untilText("[y/N]");
    window.type("y\r");
    expect(await window.untilExit()).toBe(0);
  };
  await enter("");
  expect(await rules()).toEqual([]);
  await enter("1");
  expect(await rules()).toEqual(["r"]);
  // The rule now belongs to this server and stays.
  expect((await ask("restore", "--yes", saved)).code).toBe(0);
  expect(await rules()).toEqual(["r"]);
  const unknown = await ask("restore", "--yes", saved, "--policy", policy?.id ?? "");
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("has no policy")]);
});

test("[S36] a line of 600 MB does not crash the command, and a private file is not quoted", async () => {
  const own = newHome();
  const folder = newFolder();
  const huge = path.join(folder, "huge.jsonl");
  writeFileSync(huge, "");
  truncateSync(huge, 600 * 1024 * 1024);
  const secret = path.join(folder, "secret");
  writeFileSync(secret, "AWS_SECRET=abcdef\n");
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const run = async (file: string) => {
    const { code, stderr } = await polylog(["import", "--yes", file, "--home", own]);
    return [code, stderr.replace(file, "FILE")];
  };
  expect(await run(huge)).toEqual([
    1,
    "polylog: FILE:1: the line is longer than 32 MB. Nothing was imported.\n",
  ]);
  expect(await run(secret)).toEqual([
    1,
    "polylog: FILE:1: the line is not an event (bad_json). Nothing was imported.\n",
  ]);
  expect(await run(pipe)).toEqual([
    1,
    "polylog: FILE cannot be imported: it is not a regular file. Choose another one.\n",
  ]);
});

test("[S22] exported and redirected output contains no escape codes", async () => {
  const own = newHome();
  const said = "red \u001b[31m \u009b2J \u202e turned";
  const run = await polylog(["run", said, "--home", own, "--json"]);
  const id = linesOf<{ sessionId: string }>(run.stdout)[0]?.sessionId ?? "";
  const written: (readonly [string, string])[] = [];
  for (const args of [
    ["export", id],
    ["export", id, "--format", "md"],
    ["logs", id],
    ["logs", id, "--json"],
    ["run", said],
  ]) {
    written.push([args.join(" "), (await polylog([...args, "--home", own])).stdout]);
  }
  const steering = /(?![\t\n])[\p{Cc}\u202a-\u202e]/u;
  expect(written.filter(([, text]) => text === "" || steering.test(text))).toEqual([]);
  const [, lines = ""] = written[0] ?? [];
  expect(
    linesOf<{ type: string; text?: string }>(lines).find(({ type }) => type === "user_message")?.text,
  ).toBe(said);
});
