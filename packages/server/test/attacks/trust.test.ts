import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startScriptedModel } from "@polylog/scripted-model";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { writeConfig } from "../config/write-config.ts";
import { homeWithPrograms } from "../exchange/support/programs.ts";
import { Follower } from "../reliability/support/follower.ts";
import { type Home, makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";

/** A folder that a person has trusted, and files that appear in it later. */

interface Folder {
  readonly trusted: boolean;
  readonly waiting: readonly string[];
  readonly changes: readonly { readonly path: string; readonly kind: string }[];
  readonly unchecked: readonly { readonly path: string; readonly reason: string }[];
  readonly digest: string;
}

function put({ project }: Home, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
}

const clone = {
  ".claude/settings.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"scripts/stop.sh"}]}]}}',
  ".claude/commands/deep/review.md": "Review it.",
  ".claude/skills/pdf/scripts/run.py": "print(1)",
  ".opencode/plugin/guard.ts": "export const Guard = 1",
  ".pi/extensions/own/index.ts": "export default 1",
  ".polylog/config.json": '{"mcp_servers":{"own":{"command":"node","args":["tools/server.mjs"]}}}',
  ".polylog/agents/helper.md": "---\npolicy: full\n---\nHelp.",
  "scripts/stop.sh": "echo 1",
  "tools/server.mjs": "1",
};

const allNew = Object.keys(clone)
  .toSorted()
  .map((file) => ({ path: file, kind: "new" }));

async function start(files: Readonly<Record<string, string>> = clone) {
  const home = makeHome({});
  put(home, files);
  writeConfig(home, { agents: { own: { backend: "tiny" } } });
  const tiny = new TinyBackend();
  const server = await startHere(home, { backends: { tiny: tiny.manifest } });
  const { client } = server;
  const query = `/api/trust?project_root=${encodeURIComponent(home.project)}`;
  const look = async () => (await client.get<{ folders: [Folder] }>(query)).folders[0];
  const trust = (more: object = {}) =>
    client.ask<Folder & { error: { code: string } }>("POST", "/api/trust", {
      ...{ project_root: home.project, trusted: true },
      ...more,
    });
  return { ...server, home, tiny, look, trust };
}

test("[S33] the first review names every file that an agent program would execute", async () => {
  const { look, trust } = await start();
  expect(await look()).toMatchObject({ trusted: false, was_trusted: false, changes: allNew, unchecked: [] });
  await trust();
  expect(await look()).toMatchObject({ trusted: true, waiting: [], changes: [] });
});

for (const [file, text, kind] of [
  [".claude/commands/deep/review.md", "!rm -rf /", "changed"],
  [".claude/skills/pdf/scripts/run.py", "print(2)", "changed"],
  [".claude/skills/new/SKILL.md", "---\nhooks: {}\n---", "new"],
  [".claude/settings.local.json", '{"permissions":{"allow":["Bash"]}}', "new"],
  [".opencode/plugin/other.ts", "export const Evil = 1", "new"],
  [".pi/extensions/own/index.ts", "export default 2", "changed"],
  [".agents/skills/x/run.sh", "evil", "new"],
  [".mcp.json", "{}", "new"],
  ["scripts/stop.sh", "echo 2", "changed"],
  ["tools/server.mjs", "2", "changed"],
  [".polylog/agents/helper.md", "Help more.", "changed"],
  ["packages/app/.claude/skills/n/SKILL.md", "nested", "new"],
] as const)
  test(`[S33] a pull that adds ${file} does not run it because of earlier trust`, async () => {
    const { home, look, trust, client, tiny } = await start();
    await trust();
    put(home, { [file]: text });
    expect(await look()).toMatchObject({
      trusted: false,
      was_trusted: true,
      changes: [{ path: file, kind }],
    });
    await client.chat("hello");
    await expect.poll(() => tiny.starts).toHaveLength(1);
    expect(await tiny.starts[0]?.host.trusted()).toBe(false);
    await trust();
    expect(await tiny.starts[0]?.host.trusted()).toBe(true);
  });

test("[S33] a changed script disables the project's MCP server until the folder is trusted again", async () => {
  const { home, trust, client, tiny } = await start();
  const servers = async (count: number) => {
    await client.chat("hello");
    await expect.poll(() => tiny.starts).toHaveLength(count);
    return Object.keys((tiny.starts[count - 1]?.settings.options?.mcp_servers ?? {}) as object);
  };
  await trust();
  expect(await servers(1)).toEqual(["own"]);
  put(home, { "tools/server.mjs": "evil" });
  expect(await servers(2)).toEqual([]);
});

test("[S33] a running program is restarted without trust before its next run once a file has changed", async () => {
  const { home, trust, client, tiny } = await start();
  await trust();
  const { session_id } = await client.chat("one");
  const follower = await Follower.open(client, session_id);
  const ended = (count: number) =>
    follower.when(() => follower.events.filter(({ type }) => type === "run_ended").length === count);
  await ended(1);
  expect(await tiny.starts[0]?.host.trusted()).toBe(true);
  await client.chat("two", { session_id });
  await ended(2);
  expect([tiny.starts.length, tiny.closes]).toEqual([1, 0]);

  put(home, { ".claude/settings.json": '{"hooks":{"Stop":[]}}' });
  await client.chat("three", { session_id });
  await ended(3);
  expect([tiny.starts.length, tiny.closes]).toEqual([2, 1]);
  expect(await tiny.starts[1]?.host.trusted()).toBe(false);
});

test("[S33] approving files that changed while they were shown is rejected", async () => {
  const { home, look, trust } = await start();
  const { digest } = await look();
  put(home, { ".claude/commands/evil.md": "!evil" });
  expect(await trust({ digest })).toMatchObject({ status: 409, body: { error: { code: "trust_changed" } } });
  expect(await look()).toMatchObject({ trusted: false });
  expect((await trust({ digest: (await look()).digest })).body).toMatchObject({ trusted: true });
});

test("[S33] a link out of the project cannot be trusted, and is named", async () => {
  const { home, look, trust } = await start({ ".claude/settings.json": "{}" });
  const outside = path.join(path.dirname(home.project), "outside");
  for (const folder of [outside, path.join(home.project, ".git")]) mkdirSync(folder);
  symlinkSync(outside, path.join(home.project, ".claude/commands"));
  await trust();
  const link = { path: ".claude/commands", reason: `links to ${outside}, outside the project` };
  expect(await look()).toMatchObject({ trusted: false, unchecked: [link] });
  rmSync(path.join(home.project, ".claude/commands"));
  expect(await look()).toMatchObject({ trusted: true });
});

test("[S33] trust from an older version, which hashed only settings, must be confirmed again", async () => {
  const { home, close } = await start();
  await close();
  const store = openSqliteStore(path.join(home.folder, "polylog.db"));
  const value = { trustedTs: 1, content: null, programs: null };
  await store.commit({ documents: [{ kind: "trust", key: home.project, value }] });
  await store.close();
  const { client } = await startHere(home, { backends: { tiny: new TinyBackend().manifest } });
  const { folders } = await client.get<{ folders: Folder[] }>("/api/trust");
  expect(folders).toMatchObject([{ trusted: false, changes: allNew }]);
});

test("[S33] Claude Code, Codex and codex-acp run no hook or server that a pull changes, until the folder is trusted again", async () => {
  const model = await startScriptedModel();
  onTestFinished(() => model.close());
  const home = homeWithPrograms(model.url);
  const script = (word: string) => `touch '${home.project}/ran-${word}'\n`;
  const hooks = { SessionStart: [{ hooks: [{ type: "command", command: "sh .claude/hooks/start.sh" }] }] };
  put(home, {
    ".claude/settings.json": JSON.stringify({ hooks }),
    ".claude/hooks/start.sh": script("first"),
    ".codex/config.toml": '[mcp_servers.own]\ncommand = "sh"\nargs = ["tools/server.sh"]\n',
    "tools/server.sh": script("server"),
  });
  const { client } = await startHere(home);
  const trust = () => client.post<Folder>("/api/trust", { project_root: home.project, trusted: true });
  const said: string[][] = [];
  const outcome = async (agent_id: string) => {
    const { session_id, run_id } = await client.chat("[[say Hello.]]", { agent_id });
    const follower = await Follower.open(client, session_id);
    const ended = await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
    const notices = follower.events.filter((event) => event.type === "notice").map(({ text }) => text);
    const told = [...notices, ended.error?.message ?? ""].filter((text) => text.includes("polylog trust"));
    said.push(...told.map((text) => [agent_id, text]));
    return ended.error?.code ?? ended.outcome;
  };
  const ran = () =>
    readdirSync(home.project)
      .filter((name) => name.startsWith("ran-"))
      .toSorted();
  const play = async () => {
    const outcomes = [];
    for (const agent of ["claude", "codex", "acp"]) outcomes.push(await outcome(agent));
    return outcomes;
  };
  await trust();
  expect(await play()).toEqual(["completed", "completed", "completed"]);
  expect(ran()).toEqual(["ran-first", "ran-server"]);
  // Files that the programs write themselves do not revoke the trust.
  const { folders } = await client.get<{ folders: Folder[] }>("/api/trust");
  expect(folders).toMatchObject([{ trusted: true, changes: [] }]);

  for (const name of ran()) rmSync(path.join(home.project, name));
  put(home, { ".claude/hooks/start.sh": script("second"), "tools/server.sh": script("other") });
  expect(await play()).toEqual(["completed", "completed", "untrusted_project"]);
  expect(ran()).toEqual([]);
  const changed =
    /Changed since you trusted this folder: \.claude\/hooks\/start\.sh \(changed\), tools\/server\.sh \(changed\)\./;
  expect(said).toEqual(["claude", "codex", "acp"].map((agent) => [agent, expect.stringMatching(changed)]));
  await trust();
  expect(await play()).toEqual(["completed", "completed", "completed"]);
  expect(ran()).toEqual(["ran-other", "ran-second"]);
});
