import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { PlayedAgent } from "../reliability/support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../reliability/support/played-session.ts";
import { asking, askingTools } from "../support/asking-agent.ts";
import { owner } from "../support/owner.ts";

const bash = (command: string, more: object = {}) => ({ toolName: "Bash", input: { command, ...more } });
const edit = (file_path: string, toolName = "Edit") => ({ toolName, input: { file_path } });

test("[S32] with `git …` allowed, git does not run a pager, write a file or take a config without asking", async () => {
  const attacks = [
    "git grep -Otouch foo",
    "git --no-pager grep -nO foo",
    "git diff --output=.git/hooks/pre-commit",
    "git -c core.pager=touch log",
    "git --exec-path=/tmp/evil status",
    "GIT_PAGER=touch git log",
    "./git status",
  ];
  const { begin } = await asking("git status", "git log -3", ...attacks);
  const { answer, answered } = await begin();
  await answer(1, "allow_project", { pattern: "git" });
  for (const index of attacks.keys()) await answer(index + 3, "reject_once");
  expect(await answered()).toEqual([
    "user allow_project",
    "rule allow_once",
    ...attacks.map(() => "user reject_once"),
  ]);
});

test("[S32] a prefix of a wrapper, a shell, an interpreter or an unknown program cannot be allowed", async () => {
  const commands = ["sudo ls", "python x.py", "npx x", "bash x.sh", "frobnicate", "git push", "rg --pre x y"];
  const { begin, rules } = await asking(...commands);
  const { answer, answered } = await begin();
  for (const [index, command] of commands.entries()) {
    const pattern = command.split(" ", 1)[0];
    const refused = await answer(index + 1, "allow_project", { pattern, match: "prefix" });
    expect([command, refused.status, refused.body.error.code]).toEqual([command, 400, "pattern_not_offered"]);
    await answer(index + 1, "reject_once");
  }
  expect(await answered()).toEqual(commands.map(() => "user reject_once"));
  expect(await rules()).toEqual([]);
});

test("[S32] a denied command is rejected behind a wrapper, a shell, a path and a separator", async () => {
  const hidden = [
    "chroot / rm x",
    "ash -c 'rm x'",
    "systemd-run /bin/rm x",
    `rm\${IFS}x`,
    "find . -exec rm x +",
  ];
  const { begin } = await asking("rm x", ...hidden);
  const { answer, answered } = await begin();
  await answer(1, "reject_always", { pattern: "rm", match: "prefix" });
  expect(await answered()).toEqual(["user reject_always", ...hidden.map(() => "rule reject_once")]);
});

test("[S32] a command of 300 KB is asked and offers no lasting rule", async () => {
  const long = `git status ${"a".repeat(300_000)}`;
  const { begin, rules } = await asking("git status", "rm x", "mv x", "dd x", "cp x", "ln x", long);
  const { answer, answered } = await begin();
  await answer(1, "allow_project", { pattern: "git status", match: "prefix" });
  for (const count of [2, 3, 4, 5, 6]) await answer(count, "reject_always");
  const refused = await answer(7, "allow_project", { pattern: long });
  expect([refused.status, refused.body.error.code]).toEqual([400, "pattern_not_offered"]);
  await answer(7, "allow_project");
  expect((await answered()).at(-1)).toBe("user allow_project");
  expect((await rules()).map(({ pattern }) => pattern)).toEqual([
    "ln x",
    "cp x",
    "dd x",
    "mv x",
    "rm x",
    "git status",
  ]);
});

test("[PR9] a denied file is not written through another tool, another spelling or a link", async () => {
  const others = [
    edit("secret.env", "Write"),
    edit("src/../secret.env", "MultiEdit"),
    edit("link.env"),
    {
      toolName: "apply_patch",
      input: { patch: "*** Begin Patch\n*** Update File: secret.env\n+a\n*** End Patch" },
    },
    { toolName: "apply_patch", input: { changes: { "a.ts": {}, "secret.env": {} } } },
    edit("secret.env", "delete_file"),
  ];
  const { begin, client, rules } = await askingTools(
    edit("./secret.env"),
    ...others,
    edit("secret.env", "Read"),
  );
  const secret = path.join(client.project, "secret.env");
  writeFileSync(secret, "x");
  symlinkSync(secret, path.join(client.project, "link.env"));
  const { answer, answered } = await begin();
  await answer(1, "reject_always");
  await answer(others.length + 2, "allow_once");
  expect(await answered()).toEqual([
    "user reject_always",
    ...others.map(() => "rule reject_once"),
    "user allow_once",
  ]);
  expect(await rules()).toMatchObject([{ pattern: secret, tool_name: "Edit", match: "exact" }]);
});

test("[PR9] a file that is replaced by a link after it was allowed is asked again", async () => {
  const { begin, client } = await askingTools(
    edit("notes.md"),
    edit("./notes.md", "Write"),
    edit("notes.md"),
  );
  const notes = path.join(client.project, "notes.md");
  writeFileSync(notes, "x");
  const first = await begin();
  await first.answer(1, "allow_project");
  expect(await first.answered()).toEqual(["user allow_project", "rule allow_once", "rule allow_once"]);
  rmSync(notes);
  writeFileSync(path.join(client.project, "other"), "x");
  symlinkSync(path.join(client.project, "other"), notes);
  const second = await begin();
  for (const count of [1, 2, 3]) await second.answer(count, "reject_once");
  expect(await second.answered()).toEqual(Array(3).fill("user reject_once"));
});

test("[PR9] a command that was allowed in the project's folder is asked in another one", async () => {
  const { begin, client, rules } = await askingTools(
    bash("ls"),
    bash("ls", { cwd: "." }),
    bash("ls", { cwd: "sub" }),
    bash("ls", { cwd: "./sub/" }),
    bash("ls", { workdir: "/" }),
  );
  await mkdir(path.join(client.project, "sub"));
  const { answer, answered } = await begin();
  await answer(1, "allow_project");
  await answer(3, "allow_project");
  await answer(5, "reject_once");
  expect(await answered()).toEqual([
    ...["user allow_project", "rule allow_once", "user allow_project", "rule allow_once", "user reject_once"],
  ]);
  expect((await rules()).map(({ pattern, cwd }) => [pattern, cwd])).toEqual([
    ["ls", path.join(client.project, "sub")],
    ["ls", undefined],
  ]);
});

test("[PR10] a project's MCP server named acp or polylog does not inherit what was allowed for Bash and Edit", async () => {
  const strangers = ["acp", "polylog"].flatMap((server) => [
    { toolName: `mcp__${server}__Bash`, input: { command: "ls" } },
    { toolName: `mcp__${server}__Edit`, input: { file_path: "a.ts" } },
  ]);
  const { begin, rules } = await askingTools(bash("ls"), edit("a.ts"), ...strangers, bash("ls"));
  const { answer, answered } = await begin();
  await answer(1, "allow_project", { pattern: "ls", match: "prefix" });
  await answer(2, "allow_project");
  for (const index of strangers.keys())
    await answer(index + 3, index === 0 ? "allow_project" : "reject_once");
  expect(await answered()).toEqual([
    ...["user allow_project", "user allow_project", "user allow_project"],
    ...["user reject_once", "user reject_once", "user reject_once", "rule allow_once"],
  ]);
  expect((await rules()).map(({ tool_name, pattern }) => [tool_name, pattern])).toEqual([
    ["mcp__acp__Bash", '{"command":"ls"}'],
    ["Edit", expect.stringMatching(/\/a\.ts$/)],
    ["Bash", "ls"],
  ]);
});

test("[PR10] [S31] an ask of a project's MCP server named acp does not look like one of the built-in tool", async () => {
  const { begin, client } = await askingTools({ toolName: "mcp__acp__Bash", input: { command: "ls" } });
  const { answer } = await begin();
  await expect
    .poll(() => client.get("/api/asks"))
    .toMatchObject({
      asks: [
        {
          offers: [{ match: "exact", pattern: '{"command":"ls"}' }],
          description: { title: "Use Bash (MCP server acp)", fields: [{ name: "command", text: "ls" }] },
        },
      ],
    });
  await answer(1, "reject_once");
});

test("[PR10] [PR8] a project's MCP server named acp edits nothing without asking in accept_edits mode", async () => {
  const { begin, client } = await askingTools(
    edit("a.ts", "mcp__acp__Edit"),
    edit("a.ts"),
    edit("b.ts", "mcp__acp__Write"),
  );
  const { sessionId, answer, answered } = await begin();
  await client.ask("PATCH", `/api/sessions/${sessionId}`, { mode_id: "accept_edits" });
  await answer(1, "reject_once");
  await answer(3, "reject_once");
  expect(await answered()).toEqual(["user reject_once", "rule allow_once", "user reject_once"]);
});

test("[PR9] a denied file is not written through an ask whose call alone names the file", async () => {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { services, folder: projectRoot } = pieces;
  const { sessionId } = await services.sessions.create({ projectRoot }, owner);
  const { runId = "" } = await services.messages.send({ projectRoot, sessionId, text: "go" }, owner);
  const { events, when } = watch(pieces, sessionId);
  await agent.whenPrompted(1);
  const about = { runId, agentId: "agent" };
  const options = (["allow_once", "reject_once", "reject_always"] as const).map((kind) => ({
    ...{ optionId: kind, name: kind, kind },
  }));
  const ask = (requestId: string, toolName: string, more: object) =>
    agent.say({ type: "permission_request", requestId, toolName, options, ...about, ...more });
  const isAsk = (requestId: string) => (event: { type: string; requestId?: string }) =>
    event.type === "permission_request" && event.requestId === requestId;
  ask("direct", "Edit", { input: { file_path: "secret.env" } });
  await when(isAsk("direct"));
  await services.asks.answerPermission({ requestId: "direct", optionId: "reject_always" }, owner);
  const calls = [
    { callId: "a", toolName: "apply_patch", input: { changes: { "secret.env": {} } } },
    { callId: "b", toolName: "Edit", locations: [{ path: "./secret.env" }] },
    {
      callId: "c",
      toolName: "Edit",
      content: [{ type: "diff" as const, path: "secret.env", oldText: "", newText: "" }],
    },
  ];
  for (const call of calls) {
    agent.say({ type: "tool_call_start", ...call, ...about });
    ask(call.callId, call.toolName, { callId: call.callId, input: {} });
    await when((event) => event.type === "permission_response" && event.requestId === call.callId);
  }
  expect(
    events.flatMap((event) =>
      event.type === "permission_response" ? [[event.requestId, event.optionId]] : [],
    ),
  ).toEqual([["direct", "reject_always"], ...calls.map(({ callId }) => [callId, "reject_once"])]);
  agent.end(runId);
  await when(isEndOf(runId));
});
