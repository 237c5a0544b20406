import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connect } from "@polylog/client";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examples } from "../src/examples.ts";
import { createProgram } from "../src/program.ts";
import { call } from "./support/call.ts";
import { linesOf, newFolder, newHome, polylog, Running, serve } from "./support/cli.ts";
import { polylogWindow } from "./support/window.ts";

/** Tests every command with one table: results, invalid calls, and errors without a server or without permission. */

const home = newHome();
const folder = newFolder();
const exported = path.join(folder, "session.jsonl");
const text = expect.any(String);
const number = expect.any(Number);
let server: Awaited<ReturnType<typeof serve>>;
let sessionId = "";
let viewer = "";

/** A placeholder for an argument that is only known once the server runs. */
const SESSION = "<session>";

interface Row {
  /** Invalid calls. */
  readonly wrong: readonly (readonly string[])[];
  /** A successful call; null if the command does not end. Those have a separate test. */
  readonly call: readonly string[] | null;
  /** The lines of JSON that it prints. */
  readonly answers?: readonly unknown[] | ((lines: readonly unknown[]) => void);
  /** The error without a server; null if the command works without one. */
  readonly withoutServer?: string | null;
  /** The error for a viewer; null if a viewer may use the command. */
  readonly asViewer?: string | null;
}

const session = {
  ...{ session_id: text, project_root: text, title: "hello", status: "idle", agent_id: "echo", model: null },
  ...{ queued: 0, pending_asks: 0, cost_usd: 0, cost_complete: expect.any(Boolean), created_ts: number },
  ...{ updated_ts: number, forked_from: null, archived: false, rev: number, seq: number, activity: number },
};
const every = (shape: object) => (lines: readonly unknown[]) => {
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toEqual(shape);
};
const events = every(
  expect.objectContaining({ id: text, sessionId: text, seq: number, ts: number, type: text }),
);
const agent = expect.objectContaining({
  ...{ id: text, backend: text, available: expect.any(Boolean), capabilities: expect.any(Object) },
});

const table: Readonly<Record<string, Row>> = {
  serve: { wrong: [["--port", "70000"], ["--origin", "x"], ["extra"]], call: null },
  tui: { wrong: [["--theme", "loud"], ["extra"], []], call: null },
  attach: { wrong: [[], ["ftp://x"], ["http://127.0.0.1:1"]], call: null },
  run: {
    wrong: [
      ["x", "--timeout", "0"],
      ["x", "--permission-mode", "none"],
      ["x", "--continue", "--session", "y"],
      ["x", "y"],
    ],
    call: null,
  },
  acp: { wrong: [["extra"], ["--theme", "dark"]], call: null },
  ls: { wrong: [["extra"]], call: [], answers: every(session), withoutServer: null, asViewer: null },
  adopt: { wrong: [["a", "b"]], call: ["--project", folder], answers: [] },
  logs: {
    ...{ wrong: [[], ["x", "y"]], call: [SESSION], answers: events },
    ...{ withoutServer: null, asViewer: null },
  },
  send: {
    wrong: [[], ["x"], ["x", "y", "z"]],
    call: [SESSION, "once more"],
    answers: [{ session_id: text, run_id: text, queued: false, seq: number, client_message_id: text }],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  cancel: {
    wrong: [[], ["x", "y"]],
    call: [SESSION],
    answers: [{ session_id: text, cancelled: expect.any(Array) }],
    withoutServer: "no_server",
    asViewer: null,
  },
  export: {
    ...{ wrong: [[], ["x", "--format", "pdf"]], call: [SESSION], answers: events },
    ...{ withoutServer: null, asViewer: null },
  },
  import: {
    wrong: [[], ["a", "b"]],
    call: ["--yes", exported],
    answers: [{ session_id: text, events: number }],
    withoutServer: null,
    asViewer: "not_allowed",
  },
  agents: { wrong: [["extra"]], call: [], answers: every(agent), withoutServer: null, asViewer: null },
  trust: {
    wrong: [["a", "b"]],
    call: [folder],
    answers: [expect.objectContaining({ project_root: folder, trusted: true, waiting: [], problem: null })],
    withoutServer: null,
    asViewer: "not_allowed",
  },
  mission: {
    wrong: [["set"], ["set", "x", "--interval", "5"], ["set", "x", "--budget", "0"]],
    call: ["set", "Keep it.", "--project", folder, "--agent", "echo", "--interval", "3600"],
    answers: [expect.objectContaining({ project_root: folder, text: "Keep it.", agent_ids: ["echo"] })],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  schedule: {
    wrong: [["add"], ["add", "0 9 * * *"], ["off"]],
    call: ["add", "0 9 * * *", "Look.", "--project", folder],
    answers: [expect.objectContaining({ project_root: folder, pattern: "0 9 * * *", enabled: true })],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  budget: {
    wrong: [["set"], ["set", "--cost", "0"], ["set", "--tokens", "1.5"], ["show", "extra"]],
    call: ["set", "--cost", "5", "--project", folder],
    answers: [
      {
        project_root: folder,
        cost_usd: 5,
        used_usd: number,
        used_tokens: number,
        cost_complete: expect.any(Boolean),
      },
    ],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  policy: {
    wrong: [["allow", "a"], ["deny"], ["rm", "a"]],
    call: ["deny", "codex", "*", "--project", folder],
    answers: [{ project_root: folder, allow: [], deny: [{ from: "codex", to: "*" }] }],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  permissions: {
    wrong: [["rm"], ["rm", "a", "b"], ["ls", "extra"]],
    call: ["ls"],
    answers: [],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  open: {
    wrong: [["extra"]],
    call: ["--print"],
    answers: [{ url: text, expires_ts: number }],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  pair: { wrong: [["--role", "king"], ["extra"]], call: null },
  devices: {
    wrong: [["revoke"], ["revoke", "a", "b"], ["ls", "extra"], ["leftovers", "extra"]],
    call: ["leftovers"],
    answers: [],
    withoutServer: "no_server",
    asViewer: "not_allowed",
  },
  "scripted-model": { wrong: [["extra"], ["--port", "x"]], call: null },
  doctor: {
    wrong: [["extra"]],
    call: [],
    answers: every({ check: text, state: expect.stringMatching(/^(ok|note|fault)$/), text }),
    withoutServer: null,
  },
  backup: {
    wrong: [[], ["a", "b"]],
    call: [path.join(folder, "backup.db")],
    answers: [{ file: path.join(folder, "backup.db"), bytes: number }],
    withoutServer: null,
    asViewer: "not_allowed",
  },
  restore: {
    wrong: [[], ["a", "b"]],
    call: ["--yes", path.join(folder, "backup.db")],
    answers: [{ sessions: number, events: number, damaged: [], policies: [], omitted: 0, replaced: text }],
    withoutServer: null,
    asViewer: "not_allowed",
  },
  completion: {
    wrong: [[], ["tcsh"]],
    call: ["bash"],
    answers: [{ shell: "bash", script: text }],
    withoutServer: null,
    asViewer: null,
  },
};

const rows = Object.entries(table);
const ending = rows.flatMap(([name, row]) => (row.call === null ? [] : [{ name, ...row, call: row.call }]));
const callOf = (name: string, args: readonly string[], ...more: readonly string[]) =>
  call([name, ...args.map((arg) => (arg === SESSION ? sessionId : arg)), "--home", home, ...more]);

beforeAll(async () => {
  server = await serve(home);
  await polylog(["run", "hello", "--home", home], { cwd: folder });
  sessionId = linesOf<{ session_id: string }>((await callOf("ls", [])).stdout)[0]?.session_id ?? "";
  writeFileSync(exported, (await callOf("export", [SESSION])).stdout);
  const token = readFileSync(path.join(home, "token"), "utf8").trim();
  const client = connect({ url: server.url, token });
  viewer = (await client.devices.add({ name: "a screen", role: "viewer" })).token;
  client.close();
});

afterAll(() => server.stop());

const program = createProgram(async () => undefined);
/** `help` is commander's own. */
const named = program
  .createHelp()
  .visibleCommands(program)
  .filter((command) => command.name() !== "help");

/** The parent of a command. */
function topOf(command: Command): Command {
  return command.parent?.parent ? topOf(command.parent) : command;
}

test("the table and the examples contain exactly the existing commands", () => {
  const names = named.map((command) => command.name());
  expect(Object.keys(table)).toEqual(names.filter((name) => name in table));
  expect(new Set(Object.keys(table))).toEqual(new Set(names));
  expect(new Set(Object.keys(examples))).toEqual(new Set(names));
});

test.each(named.map((command) => command.name()))(
  "%s: the examples in its help are valid calls",
  async (name) => {
    let help = "";
    const taken: string[] = [];
    const own = createProgram(async (command) => void taken.push(topOf(command).name()));
    const command = own.commands.find((each) => each.name() === name);
    command?.configureOutput({ writeOut: (said) => (help += said) }).outputHelp();
    expect(help).toContain("Examples:\n");
    for (const [line] of examples[name] ?? []) {
      expect(help).toContain(line);
      const words = /polylog( [^|>)]*)?/.exec(line)?.[1]?.match(/"[^"]*"|\S+/g) ?? [];
      await own.parseAsync(
        words.map((word) => word.replaceAll('"', "")),
        { from: "user" },
      );
    }
    expect(new Set(taken)).toEqual(new Set([name]));
  },
);

test.each(rows.flatMap(([name, { wrong }]) => wrong.map((args) => [name, ...args])))(
  "an invalid call exits with 2: %s %s %s %s",
  async (name, ...args) => {
    expect(await callOf(name, args)).toEqual({ code: 2, stdout: "", error: expect.any(String) });
  },
);

describe("with a running server", () => {
  test.each(ending)("$name prints JSON", async ({ name, call: args, answers }) => {
    const { code, stdout, error } = await callOf(name, args);
    expect({ code, error }).toEqual({ code: 0, error: null });
    if (typeof answers === "function") answers(linesOf(stdout));
    else expect(linesOf(stdout)).toEqual(answers);
  });

  test.each(ending.filter(({ asViewer }) => asViewer !== undefined))(
    "$name as a viewer",
    async ({ name, call: args, asViewer }) => {
      const { code, error } = await callOf(name, args, "--token", viewer);
      expect({ code, error }).toEqual({ code: asViewer === null ? 0 : 1, error: asViewer });
    },
  );

  test("cancel as a viewer during a run", async () => {
    const token = readFileSync(path.join(home, "token"), "utf8").trim();
    const client = connect({ url: server.url, token });
    const { sessionId: busy } = await client.chat.send({
      projectRoot: folder,
      agentId: "endless",
      text: "go",
    });
    client.close();
    const refused = await callOf("cancel", [busy], "--token", viewer);
    expect({ code: refused.code, error: refused.error }).toEqual({ code: 1, error: "not_allowed" });
    const queued = await polylog(["run", "more", "--session", busy, "--home", home, "--json"]);
    expect({ code: queued.code, stderr: queued.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('"session_busy"'),
    });
    expect(linesOf((await callOf("cancel", [busy])).stdout)).toEqual([
      { session_id: busy, cancelled: [expect.any(String)] },
    ]);
  });

  test("run and pair as a viewer, and run with a mode that the role must not set", async () => {
    const run = await polylog(["run", "hello", "--home", home, "--token", viewer, "--json"]);
    const mode = await polylog([
      ...["run", "hello", "--permission-mode", "full", "--home", home, "--token", viewer, "--json"],
    ]);
    const pair = await polylog(["pair", "--home", home, "--token", viewer, "--json"]);
    for (const { code, stderr } of [run, mode, pair])
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('"not_allowed"') });
  });
});

describe("without a server", () => {
  test.each(ending.filter(({ withoutServer }) => withoutServer === "no_server"))(
    "$name reports it and the next step",
    async ({ name, call: args }) => {
      const { code, error } = await call([
        ...[name, ...args.map((arg) => (arg === SESSION ? "x" : arg)), "--home", newHome()],
      ]);
      expect({ code, error }).toEqual({ code: 1, error: "no_server" });
    },
  );

  test("the other commands work directly on the home", async () => {
    const own = newHome();
    const there = (...args: string[]) => call([...args, "--home", own]);
    const [imported] = linesOf<{ session_id: string }>((await there("import", "--yes", exported)).stdout);
    const id = imported?.session_id ?? "";
    const saved = path.join(folder, "own.db");
    for (const args of [
      ...[["ls"], ["logs", id], ["export", id], ["agents"], ["trust", folder], ["doctor"], ["backup", saved]],
      ...[
        ["restore", "--yes", saved],
        ["completion", "fish"],
      ],
    ]) {
      const { code, error, stdout } = await there(...args);
      expect({ args, code, error }).toEqual({ args, code: 0, error: null });
      expect(stdout).not.toBe("");
    }
    expect((await there("logs", id, "--follow")).error).toBe("no_server");
  });

  test.each([
    "ls",
    "logs",
    "send",
    "cancel",
    "export",
    "import",
    "agents",
    "trust",
    "open",
    "backup",
    "restore",
  ])("%s: a server given by flags that does not answer", async (name) => {
    const args = ending.find((row) => row.name === name)?.call ?? [];
    const { code, error } = await callOf(name, args, "--port", "1");
    expect({ code, error }).toEqual({ code: 1, error: "network" });
  });

  test("attach in a terminal reports that the server does not answer", async () => {
    const window = polylogWindow(["attach", "http://127.0.0.1:1", "--token", "x"], { cwd: folder });
    expect(await window.untilExit()).toBe(1);
    expect(window.text()).toMatch(/^polylog: .*Find the cause with "polylog doctor"\.$/s);
  });
});

test("commands that do not end print a result first: serve, scripted-model, pair", async () => {
  const shapes: Readonly<Record<string, object>> = {
    "serve --port 0": { url: text, token_file: text, pid: number, version: text },
    "scripted-model": { url: text },
    pair: { url: text, pairing_id: text, expires_ts: number },
  };
  for (const [line, shape] of Object.entries(shapes)) {
    const at = line === "pair" ? home : newHome();
    const running = new Running([...line.split(" "), "--home", at, "--json"]);
    await running.until(() => running.stdout.includes("\n"));
    expect(linesOf(running.stdout)[0]).toEqual(shape);
    await running.stop();
  }
});
