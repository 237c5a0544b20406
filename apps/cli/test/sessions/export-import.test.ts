import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Conversation, emptyConversation, foldAll, type PolylogEvent, parseEvent } from "@polylog/core";
import { beforeAll, expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog, serve, until } from "../support/cli.ts";

/** Export, import, backup and restore. */

const home = newHome();
let sessionId = "";
let exported = "";

const call = (...args: string[]) => polylog([...args, "--home", home]);

beforeAll(async () => {
  for (const agent of ["worker", "careful"]) {
    const { stdout } = await call("run", "--agent", agent, `do it, ${agent}`, "--json");
    sessionId = linesOf<{ sessionId: string }>(stdout)[0]?.sessionId ?? "";
  }
  exported = (await call("export", sessionId)).stdout;
});

function folded(jsonl: string): Conversation {
  const events = jsonl
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const parsed = parseEvent(line);
      if (!parsed.ok) throw new Error(parsed.error.reason);
      return parsed.event;
    });
  return foldAll(emptyConversation, events);
}

/** Entries without the fields that depend on their position in a log. */
function entriesOf({ main }: Conversation): object[] {
  return [...main.entries].map(({ key: _key, seq: _seq, ...entry }) => JSON.parse(JSON.stringify(entry)));
}

test("an exported and imported session folds to the same entries, times and cost", async () => {
  const file = path.join(newFolder(), "session.jsonl");
  writeFileSync(file, exported);
  const { code, stdout } = await call("import", "--yes", file, "--json");
  expect(code).toBe(0);
  const [imported] = linesOf<{ session_id: string; events: number }>(stdout);
  const again = (await call("export", imported?.session_id ?? "")).stdout;
  const [before, after] = [folded(exported), folded(again)];
  expect(entriesOf(after)).toEqual(entriesOf(before));
  expect([after.title, after.usage, after.faults]).toEqual([before.title, before.usage, before.faults]);
  expect(after.sessionId).toBe(imported?.session_id);
  const { stdout: list } = await call("ls", "--json");
  const rows = linesOf(list).filter(({ title }) => title === before.title);
  expect(rows.map(({ status, agent_id }) => ({ status, agent_id }))).toEqual([
    { status: "idle", agent_id: "careful" },
    { status: "idle", agent_id: "careful" },
  ]);
});

test.concurrent("an imported session can be continued", async () => {
  const file = path.join(newFolder(), "session.jsonl");
  writeFileSync(file, exported);
  const own = newHome();
  const { stdout } = await polylog(["import", "--yes", file, "--json", "--home", own]);
  const imported = linesOf<{ session_id: string }>(stdout)[0]?.session_id ?? "";
  const server = await serve(own);
  expect((await polylog(["send", imported, "once more", "--home", own])).code).toBe(0);
  const seen = async () => (await polylog(["logs", imported, "--home", own])).stdout;
  await until(async () => (await seen()).includes("once more"));
  await server.stop();
});

test("an active run and queued messages are not restarted by an import", async () => {
  const events = linesOf<PolylogEvent>(exported);
  const cut = events.filter(({ type }) => type !== "run_ended" && type !== "permission_response");
  const { runId: _, ...stamps } = { ...(events.at(-1) as PolylogEvent), outcome: undefined };
  const queue = { ...stamps, type: "queue_updated", seq: 1000, items: [{ itemId: "1", text: "later" }] };
  const future = { ...stamps, type: "from_the_future", seq: 1001, wisdom: "42" };
  const file = path.join(newFolder(), "session.jsonl");
  writeFileSync(file, [...cut, queue, future].map((event) => `${JSON.stringify(event)}\n`).join(""));
  const { stdout } = await call("import", "--yes", file, "--json");
  const imported = linesOf<{ session_id: string }>(stdout)[0]?.session_id ?? "";
  const again = (await call("export", imported)).stdout;
  const { liveRuns, pendingAsks, runs } = folded(again);
  expect([liveRuns.size, pendingAsks.size]).toEqual([0, 0]);
  expect(runs.at(-1)).toMatchObject({ outcome: "interrupted", error: { code: "exported" } });
  expect(linesOf(again).some(({ type }) => type === "queue_updated")).toBe(false);
  expect(linesOf(again).find(({ type }) => type === "from_the_future")).toMatchObject({ wisdom: "42" });
  const row = linesOf((await call("ls", "--json")).stdout).find((each) => each.session_id === imported);
  expect(row).toMatchObject({ status: "interrupted", queued: 0, pending_asks: 0 });
});

test("a file with an invalid line imports nothing, and the error names the line", async () => {
  const before = (await call("ls")).stdout;
  const file = path.join(newFolder(), "session.jsonl");
  writeFileSync(file, exported.split("\n").with(2, "{").join("\n"));
  const { code, stderr } = await call("import", "--yes", file);
  expect({ code, stderr: stderr.replace(file, "FILE") }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^polylog: FILE:3: the line is not an event \(bad_json\)\. Nothing was imported\.\n$/,
    ),
  });
  expect((await call("import", "--yes", `${file}.none`)).code).toBe(3);
  expect((await call("ls")).stdout).toBe(before);
});

test.concurrent("a running server imports sessions and restores backups", async () => {
  const own = newHome();
  const file = path.join(newFolder(), "session.jsonl");
  writeFileSync(file, exported);
  const server = await serve(own);
  const ask = (...args: string[]) => polylog([...args, "--home", own, "--json"]);
  const imported = await ask("import", "--yes", file);
  expect({ code: imported.code, lines: linesOf(imported.stdout) }).toEqual({
    code: 0,
    lines: [{ session_id: expect.any(String), events: linesOf(exported).length }],
  });
  const saved = path.join(newFolder(), "backup.db");
  expect((await ask("backup", saved)).code).toBe(0);
  await ask("run", "after the backup");
  expect(linesOf((await ask("ls")).stdout)).toHaveLength(2);
  const restored = await ask("restore", "--yes", saved);
  expect({ code: restored.code, lines: linesOf(restored.stdout) }).toEqual({
    code: 0,
    lines: [
      {
        sessions: 1,
        events: linesOf(exported).length,
        damaged: [],
        policies: [],
        omitted: 0,
        replaced: expect.stringContaining(".replaced-"),
      },
    ],
  });
  await until(async () => linesOf((await ask("ls")).stdout).length === 1);
  const { pid } = server.process;
  expect(JSON.parse(readFileSync(path.join(own, "holder.json"), "utf8"))).toMatchObject({
    pid,
    url: server.url,
  });
  expect((await server.stop()).code).toBe(0);
});

test.concurrent("large outputs are exported with a session, separate from its events", async () => {
  const own = newHome();
  const run = await polylog(["run", "--agent", "wordy", "go", "--home", own, "--json"]);
  const id = linesOf<{ sessionId: string }>(run.stdout)[0]?.sessionId ?? "";
  const ask = async (...args: string[]) => (await polylog([...args, "--home", own])).stdout;
  const [whole, events] = [await ask("export", id), await ask("logs", id, "--json")];
  const blobs = linesOf<{ blob?: { text: string } }>(whole).flatMap(({ blob }) => blob ?? []);
  expect(blobs.map(({ text }) => text.length)).toEqual([100_000]);
  expect(whole.startsWith(events)).toBe(true);
  expect(linesOf(events).some((event) => "blob" in event)).toBe(false);
  const file = path.join(newFolder(), "session.jsonl");
  writeFileSync(file, whole);
  const imported =
    linesOf<{ session_id: string }>(await ask("import", "--yes", file, "--json"))[0]?.session_id ?? "";
  const again = linesOf<{ blob?: { text: string } }>(await ask("export", imported));
  expect(again.flatMap(({ blob }) => blob ?? [])).toEqual(blobs);
});

test.concurrent("without a server, a session can be exported as Markdown and as HTML", async () => {
  const own = newHome();
  const run = await polylog(["run", "Hello there", "--home", own, "--json"]);
  const id = linesOf<{ sessionId: string }>(run.stdout)[0]?.sessionId ?? "";
  const ask = async (format: string) =>
    (await polylog(["export", id, "--format", format, "--home", own])).stdout;
  expect(await ask("md")).toBe(
    "# Hello there\n\n**You** (owner)\n\nHello there\n\n**echo**\n\nHello there\n",
  );
  expect(await ask("html")).toContain("<title>Hello there</title>");
});

test.concurrent("a backup made during a run can be restored, and the previous log is kept", async () => {
  const own = newHome();
  const run = async (prompt: string) => (await polylog(["run", prompt, "--home", own])).code;
  expect(await run("before")).toBe(0);
  const file = path.join(newFolder(), "backup.db");
  const server = await serve(own);
  expect((await polylog(["backup", file, "--home", own])).code).toBe(0);
  // An older backup is overwritten, but no other file.
  expect((await polylog(["backup", file, "--home", own])).code).toBe(0);
  const note = path.join(newFolder(), "note.txt");
  writeFileSync(note, "mine");
  expect((await polylog(["backup", note, "--home", own])).code).toBe(1);
  expect(readFileSync(note, "utf8")).toBe("mine");
  server.process.kill("SIGKILL");
  await server.ended;
  expect(await run("after")).toBe(0);
  const { stdout } = await polylog(["restore", "--yes", file, "--home", own, "--json"]);
  expect(linesOf(stdout)).toEqual([
    {
      ...{ sessions: 1, events: expect.any(Number), damaged: [], policies: [], omitted: 0 },
      replaced: expect.stringContaining(own),
    },
  ]);
  const { stdout: list } = await polylog(["ls", "--home", own, "--json"]);
  expect(linesOf(list).map(({ title }) => title)).toEqual(["before"]);
  expect(readdirSync(own).some((name) => name.startsWith("polylog.db.replaced-"))).toBe(true);
  expect((await polylog(["restore", "--yes", note, "--home", own])).code).toBe(1);
  expect(linesOf((await polylog(["ls", "--home", own, "--json"])).stdout)).toHaveLength(1);
});

test.concurrent("a backup never overwrites the log, and a folder cannot be restored", async () => {
  const own = newHome();
  await polylog(["run", "hello", "--home", own]);
  const log = path.join(own, "polylog.db");
  const backup = await polylog(["backup", log, "--home", own]);
  expect([backup.code, backup.stderr]).toEqual([
    1,
    expect.stringContaining(`${log} is in Polylog's home folder ${own}. Choose a file outside of it.`),
  ]);
  const restore = await polylog(["restore", "--yes", own, "--home", own]);
  expect([restore.code, restore.stderr]).toEqual([
    1,
    expect.stringContaining(`${own} cannot be restored: it is not a regular file. Choose another one.`),
  ]);
});
