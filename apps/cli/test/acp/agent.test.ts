import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import {
  type ClientConnection,
  type CreateElicitationRequest,
  client,
  type InitializeResponse,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { connect } from "@polylog/client";
import { expect, onTestFinished, test } from "vitest";
import { newFolder, newHome, polylog, serve, until } from "../support/cli.ts";

/** An editor built with the protocol's library, with Polylog as its agent. */

const main = path.join(import.meta.dirname, "../../src/main.ts");

type Permission = (request: RequestPermissionRequest) => Promise<string | null>;

class Editor {
  readonly updates: SessionUpdate[] = [];
  readonly permissions: RequestPermissionRequest[] = [];
  readonly forms: CreateElicitationRequest[] = [];
  readonly takenBack: string[] = [];
  readonly connection: ClientConnection;
  private readonly process;

  constructor(home: string, permission: Permission = async () => null, ...args: string[]) {
    const { PATH = "", HOME = "" } = process.env;
    this.process = spawn(process.execPath, [main, "acp", "--home", home, ...args], {
      env: { PATH, HOME },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const app = client({ name: "editor" })
      .onNotification("session/update", ({ params }) => void this.updates.push(params.update))
      .onRequest("session/request_permission", async ({ params, signal }) => {
        this.permissions.push(params);
        signal.addEventListener("abort", () => this.takenBack.push(params.toolCall.toolCallId));
        const optionId = await permission(params);
        return { outcome: optionId === null ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
      })
      .onRequest("elicitation/create", ({ params }) => {
        this.forms.push(params);
        return { action: "accept", content: { question_0: "red" } };
      });
    const output = Readable.toWeb(this.process.stdout) as ReadableStream<Uint8Array>;
    this.connection = app.connect(ndJsonStream(Writable.toWeb(this.process.stdin), output));
    onTestFinished(() => void this.process.kill("SIGKILL"));
  }

  get agent() {
    return this.connection.agent;
  }

  initialize(): Promise<InitializeResponse> {
    return this.agent.request("initialize", {
      protocolVersion: 1,
      clientCapabilities: { elicitation: { form: {} } },
    });
  }

  async begin(cwd = newFolder()): Promise<string> {
    await this.initialize();
    return (await this.agent.request("session/new", { cwd, mcpServers: [] })).sessionId;
  }

  prompt(sessionId: string, text: string) {
    return this.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  }

  said(): string {
    return this.updates
      .flatMap((update) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text"
          ? [update.content.text]
          : [],
      )
      .join("");
  }

  /** Disconnects the editor and returns the agent's exit code. */
  async leave(): Promise<unknown> {
    this.process.stdin.end();
    const [code] = await once(this.process, "exit");
    return code;
  }
}

async function openHome(): Promise<{ home: string; url: string }> {
  const home = newHome();
  const server = await serve(home);
  onTestFinished(async () => void (await server.stop()));
  return { home, url: server.url };
}

function clientOf({ home, url }: { home: string; url: string }) {
  const polylogClient = connect({ url, token: readFileSync(path.join(home, "token"), "utf8").trim() });
  onTestFinished(() => polylogClient.close());
  return polylogClient;
}

test("Polylog introduces itself, runs a prompt with tool calls, and exits when the editor disconnects", async () => {
  const { home } = await openHome();
  const editor = new Editor(home, undefined, "--agent", "worker");
  const { agentInfo, agentCapabilities } = await editor.initialize();
  expect({ name: agentInfo?.name, agentCapabilities }).toEqual({
    name: "polylog",
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {} },
    },
  });
  const sessionId = await editor.begin();
  expect(await editor.prompt(sessionId, "look")).toMatchObject({
    stopReason: "end_turn",
    usage: { inputTokens: 12, outputTokens: 3 },
  });
  expect(editor.said()).toBe("Let me look.It says hello.");
  const calls = editor.updates.flatMap((update) =>
    update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update" ? [update] : [],
  );
  expect({ first: calls[0]?.sessionUpdate, last: calls.at(-1) }).toMatchObject({
    first: "tool_call",
    last: {
      name: "Read",
      kind: "read",
      status: "completed",
      rawInput: { file_path: "notes.txt" },
      content: [{ type: "content", content: { type: "text", text: "hello" } }],
    },
  });
  expect(await editor.leave()).toBe(0);
});

test("a loaded session looks as it did live; a resumed one sends nothing again; sessions are listed and forked", async () => {
  const { home } = await openHome();
  const cwd = newFolder();
  const editor = new Editor(home, undefined, "--agent", "worker");
  const sessionId = await editor.begin(cwd);
  await editor.prompt(sessionId, "look");
  const told = (updates: readonly SessionUpdate[]) =>
    updates
      .flatMap((update) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text"
          ? [update.content.text]
          : [],
      )
      .join("");
  const before = told(editor.updates);
  editor.updates.length = 0;
  await editor.agent.request("session/load", { sessionId, cwd, mcpServers: [] });
  const users = editor.updates.filter(({ sessionUpdate }) => sessionUpdate === "user_message_chunk");
  expect({ said: told(editor.updates), users: users.length }).toEqual({ said: before, users: 1 });
  editor.updates.length = 0;
  await editor.agent.request("session/resume", { sessionId, cwd, mcpServers: [] });
  expect(told(editor.updates)).toBe("");
  const { sessions } = await editor.agent.request("session/list", { cwd });
  expect(sessions.map((row) => [row.sessionId, row.cwd])).toEqual([[sessionId, cwd]]);
  const forked = await editor.agent.request<{ sessionId: string }>("session/fork", { sessionId, cwd });
  expect(forked.sessionId).not.toBe(sessionId);
  await editor.prompt(forked.sessionId, "again");
  expect(told(editor.updates)).toBe("Let me look.It says hello.");
  await editor.leave();
});

test("[S31] an editor sees the full request instead of a bare tool name, and its answer counts", async () => {
  const { home } = await openHome();
  const editor = new Editor(
    home,
    async ({ options }) => options.find(({ kind }) => kind === "allow_once")?.optionId ?? null,
    ...["--agent", "careful"],
  );
  const sessionId = await editor.begin();
  await editor.prompt(sessionId, "go");
  const [asked] = editor.permissions;
  const { title, rawInput, content } = asked?.toolCall ?? {};
  expect({ said: editor.said(), title, rawInput, content, count: editor.permissions.length }).toEqual({
    said: "Removed.",
    title: "Run rm notes.txt",
    rawInput: { command: "rm notes.txt" },
    content: [
      { type: "content", content: { type: "text", text: expect.stringContaining("Command: rm notes.txt") } },
    ],
    count: 1,
  });
  await editor.leave();
});

test("an ask answered by another client is withdrawn from the editor", async () => {
  const at = await openHome();
  const others = clientOf(at);
  const editor = new Editor(at.home, () => new Promise(() => undefined), "--agent", "careful");
  const sessionId = await editor.begin();
  const prompt = editor.prompt(sessionId, "go");
  await until(async () => editor.permissions.length > 0 && (await others.asks.list()).asks.length > 0);
  const [ask] = (await others.asks.list()).asks;
  const option =
    ask?.event.type === "permission_request"
      ? ask.event.options.find(({ kind }) => kind === "reject_once")
      : undefined;
  await others.asks.answer(
    { askId: ask?.askId ?? "", kind: "permission" },
    { optionId: option?.optionId ?? "" },
  );
  expect(await prompt).toMatchObject({ stopReason: "end_turn" });
  expect({ said: editor.said(), takenBack: editor.takenBack.length }).toEqual({
    said: "Left alone.",
    takenBack: 1,
  });
  await editor.leave();
});

test("questions become forms, plans ask for approval, and a failed run reports its error", async () => {
  const { home } = await openHome();
  const curious = new Editor(home, undefined, "--agent", "curious");
  await curious.prompt(await curious.begin(), "paint");
  expect({ said: curious.said(), asked: curious.forms[0]?.message }).toEqual({
    said: "Fine.",
    asked: "Which colour?",
  });
  const planner = new Editor(home, async () => "approve", "--agent", "planner");
  await planner.prompt(await planner.begin(), "plan");
  expect({ said: planner.said(), kind: planner.permissions[0]?.toolCall.kind }).toEqual({
    said: "Rewritten.",
    kind: "switch_mode",
  });
  const broken = new Editor(home, undefined, "--agent", "broken");
  await expect(broken.prompt(await broken.begin(), "go")).rejects.toMatchObject({
    message: "It did not work out.",
    data: { errorKind: "no_luck" },
  });
  await Promise.all([curious.leave(), planner.leave(), broken.leave()]);
});

test("a second prompt steers the run, and a cancel ends both", async () => {
  const { home } = await openHome();
  const editor = new Editor(home, undefined, "--agent", "endless");
  const sessionId = await editor.begin();
  const first = editor.prompt(sessionId, "go");
  await until(() => editor.said().includes("It takes time."));
  const second = editor.prompt(sessionId, "and then");
  const told = () => polylog(["logs", sessionId, "--home", home, "--json"]);
  await until(async () => (await told()).stdout.includes('"delivery":"steer"'));
  await editor.agent.notify("session/cancel", { sessionId });
  expect([await first, await second]).toMatchObject([
    { stopReason: "cancelled" },
    { stopReason: "cancelled" },
  ]);
  await editor.leave();
});

test("the agent and the mode can be chosen in the editor; unknown options are rejected", async () => {
  const { home } = await openHome();
  const editor = new Editor(home);
  await editor.initialize();
  const { sessionId, modes, configOptions } = await editor.agent.request("session/new", {
    cwd: newFolder(),
    mcpServers: [],
  });
  expect(modes?.availableModes.map(({ id }) => id)).toEqual(["ask", "accept_edits", "plan", "full"]);
  expect(configOptions?.map(({ id }) => id)).toEqual(["mode", "agent"]);
  await editor.agent.request("session/set_config_option", { sessionId, configId: "agent", value: "worker" });
  await editor.prompt(sessionId, "look");
  expect(editor.said()).toBe("Let me look.It says hello.");
  await expect(
    editor.agent.request("session/set_config_option", { sessionId, configId: "colour", value: "red" }),
  ).rejects.toMatchObject({ code: -32602 });
  await expect(editor.prompt("no-such-session", "hello")).rejects.toMatchObject({ code: -32002 });
  await editor.leave();
});

test("without a server, it starts one that keeps running", async () => {
  const home = newHome();
  const editor = new Editor(home);
  const sessionId = await editor.begin();
  await editor.prompt(sessionId, "Hello there");
  expect(editor.said()).toBe("Hello there");
  await editor.leave();
  const holder = JSON.parse(readFileSync(path.join(home, "holder.json"), "utf8")) as { pid: number };
  onTestFinished(() => void process.kill(holder.pid, "SIGTERM"));
  expect((await polylog(["ls", "--home", home])).stdout).toContain("Hello there");
});

test("[S37] full access chosen in an editor asks for confirmation there, by name", async () => {
  const place = await openHome();
  let answer = "cancel";
  const editor = new Editor(place.home, async () => answer);
  const sessionId = await editor.begin();
  const full = () => editor.agent.request("session/set_mode", { sessionId, modeId: "full" });
  const modes = async () => {
    const { events } = await clientOf(place).events.page({ sessionId });
    return events.flatMap((event) => (event.type === "mode_change" ? [event.modeId] : []));
  };
  await expect(full()).rejects.toThrow();
  expect(await modes()).not.toContain("full");
  expect(
    editor.permissions.map(({ toolCall, options }) => [toolCall.title, options.map(({ name }) => name)]),
  ).toEqual([
    [
      "Give this session full access? Its agent will run every command without asking.",
      ["Confirm", "Cancel"],
    ],
  ]);
  answer = "confirm";
  await full();
  expect(await modes()).toContain("full");
  await editor.leave();
});
