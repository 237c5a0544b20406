import { mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { PuppetBench } from "./puppet.ts";

/** Services for an agent: files, terminals, MCP servers, a login. */

function endings({ bench }: PuppetBench): unknown[] {
  return bench.events().flatMap((event) => (event.type === "run_ended" ? [{ ...event.error }] : []));
}

test("[AC12] [S33] files are read and written only inside the project, except for Git hooks", async () => {
  const puppet = await PuppetBench.open({}, { fs: true });
  const { projectRoot } = puppet.bench;
  const inside = (name: string) => path.join(projectRoot, name);
  await puppet.bench.writeFile("notes.txt", "one\ntwo\nthree\n");
  await symlink(tmpdir(), inside("out"));
  const read = (params: object) => ({ request: ["fs/read_text_file", params] as const });
  const write = (params: object) => ({ request: ["fs/write_text_file", params] as const });
  await puppet.play([
    read({ path: inside("notes.txt") }),
    read({ path: inside("notes.txt"), line: 2, limit: 1 }),
    write({ path: inside("fresh.txt"), content: "hello\n" }),
    read({ path: inside("absent.txt") }),
    read({ path: "/etc/hostname" }),
    read({ path: inside("../../etc/hostname") }),
    write({ path: inside("out/escaped.txt"), content: "x" }),
    write({ path: inside("fresh.txt") }),
    write({ path: inside(".husky/pre-commit"), content: "x" }),
    { say: "Done." },
  ]);
  expect({
    answers: await puppet.answers(),
    fresh: await puppet.bench.readFile("fresh.txt"),
    ...(await puppet.finish()),
  }).toEqual({
    answers: [
      { content: "one\ntwo\nthree\n" },
      { content: "two\n" },
      {},
      ...[{ error: -32002 }, { error: -32602 }, { error: -32602 }, { error: -32602 }, { error: -32602 }],
      { error: -32602 },
    ],
    fresh: "hello\n",
    ...{ shape: ["user", "agent: Done.", "= completed"], faults: [] },
  });
});

test("[AC12] commands run in the project, are shown in their call, and end with their agent", async () => {
  const puppet = await PuppetBench.open({}, { terminal: true });
  await mkdir(path.join(puppet.bench.projectRoot, "sub"));
  await writeFile(path.join(puppet.bench.projectRoot, "sub/here.txt"), "");
  const ask = (method: string, params: object = {}) => ({ request: [`terminal/${method}`, params] as const });
  const last = { terminalId: "$terminalId" };
  const call = (fields: object) => ({
    update: { sessionUpdate: "tool_call", toolCallId: "t", kind: "execute", title: "ls", ...fields },
  });
  await puppet.play([
    ask("create", { command: "ls", args: ["sub"] }),
    call({ status: "in_progress", content: [{ type: "terminal", terminalId: "$terminalId" }] }),
    ask("wait_for_exit", last),
    ask("output", last),
    ask("release", last),
    ask("output", last),
    call({ status: "completed" }),
    ask("create", { command: "pwd", cwd: "/" }),
    // The agent never releases this one.
    ask("create", { command: "sleep 61" }),
    { say: "Done." },
  ]);
  const outputs = puppet.bench
    .events()
    .flatMap((event) => (event.type === "tool_result" ? [[event.ok, event.result]] : []));
  const answers = (await puppet.answers()).map((answer) =>
    typeof answer === "object" && answer !== null && "terminalId" in answer ? "a terminal" : answer,
  );
  expect({ answers, outputs, ...(await puppet.finish()) }).toEqual({
    answers: [
      "a terminal",
      { exitCode: 0, signal: null },
      { output: "here.txt\n", truncated: false, exitStatus: { exitCode: 0, signal: null } },
      ...[{}, { error: -32002 }, { error: -32602 }, "a terminal"],
    ],
    outputs: [[true, "here.txt\n"]],
    ...{ shape: ["user", "shell ok", "agent: Done.", "= completed"], faults: [] },
  });
});

test("[AC11] an agent that requires a login says how; with the configured login method it works", async () => {
  const authMethods = [
    { id: "key", name: "A key", description: "Set PUPPET_KEY" },
    { id: "browser", name: "Log in", type: "terminal", args: ["login"] },
  ];
  const puppet = await PuppetBench.open({ initialize: { authMethods }, needsLogin: true });
  await puppet.play([{ say: "Not reached." }]);
  expect({ errors: endings(puppet), ...(await puppet.finish()) }).toEqual({
    errors: [
      {
        code: "auth_required",
        message:
          'node requires you to log in: Set PUPPET_KEY (auth_method "key"); Log in (run "node login" in a terminal). It reported: Authentication required',
      },
    ],
    ...{ shape: ["user", "= failed"], faults: [] },
  });
  const again = await PuppetBench.open(
    { initialize: { authMethods }, needsLogin: true },
    { auth_method: "key" },
  );
  await again.play([{ say: "Welcome." }]);
  expect(await again.finish()).toEqual({
    ...{ shape: ["user", "agent: Welcome.", "= completed"], faults: [] },
  });
});

test("[AC15] MCP servers are passed to the agent, including Polylog's own; an unreachable one is reported", async () => {
  const initialize = { agentCapabilities: { mcpCapabilities: { http: true } } };
  const mcp_servers = { files: { command: "files" }, old: { type: "sse", url: "http://x.example" } };
  const own = { url: "http://127.0.0.1:1/mcp", headers: { authorization: "Bearer t" } };
  const puppet = await PuppetBench.open({ initialize }, { mcp_servers }, "ask", own);
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  const ask = (name: string) => {
    const toolCall = { toolCallId: name, name, status: "pending" };
    return { request: ["session/request_permission", { toolCall, options }] as const };
  };
  await puppet.play([
    ask("mcp__polylog__greet"),
    ask("polylog_greet"),
    ask("polylog_other"),
    { say: "Hello." },
  ]);
  const asked = puppet.bench
    .events()
    .flatMap((event) => (event.type === "permission_request" ? [event.toolName] : []));
  const [begun] = (await puppet.heard()).flatMap((entry) =>
    typeof entry === "object" && entry !== null && "new" in entry ? [entry.new] : [],
  );
  const told = puppet.bench.events().flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect({ begun, asked, told, faults: (await puppet.finish()).faults }).toEqual({
    begun: {
      cwd: puppet.bench.projectRoot,
      mcpServers: [
        { name: "files", command: "files", args: [], env: [] },
        {
          ...{ type: "http", name: "polylog", url: own.url },
          headers: [{ name: "authorization", value: "Bearer t" }],
        },
      ],
    },
    asked: ["polylog_other"],
    told: ["node cannot reach these MCP servers: old."],
    faults: [],
  });
});
