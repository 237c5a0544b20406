import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type {
  AgentConnection,
  AgentSettings,
  AskAnswer,
  EventBody,
  Image,
  PolylogToolset,
} from "@polylog/core";
import { defined } from "@polylog/core";
import type { ScriptedModel } from "@polylog/scripted-model";
import { startScriptedModel } from "@polylog/scripted-model";
import { allow, answerEvent, isAsk } from "./answers.ts";
import { crashServer } from "./crash-server.ts";
import { EventInbox } from "./event-inbox.ts";
import type { Played, Tokens } from "./played.ts";
import { type PolylogToolsLog, testTools } from "./polylog-tools.ts";
import { commandLine, MARK, markedProcesses, programsOf, signalIfAlive } from "./processes.ts";
import type { Program } from "./program.ts";
import type { Answerer, Bench, Start } from "./scenario.ts";
import { writeShim } from "./shim.ts";
import { TestLog } from "./test-log.ts";
import { ToolsAddress } from "./tools-address.ts";
import { sumOf } from "./values.ts";

export const usualStart: Start = {
  program: "installed",
  permissionMode: "ask",
  asks: false,
  model: "there",
  mcp: false,
  polylogTools: false,
  pieceChars: 0,
  trusted: true,
};

const mcpServer = {
  command: process.execPath,
  args: [fileURLToPath(new URL("./mcp-main.ts", import.meta.url))],
};
const agentId = "agent";
/** How long killed processes may take to end on a busy machine. */
const patienceMs = 90_000;

/** The environment of one scenario. It plays the server's part, so that only the backend is under test. */
export class TestBench implements Bench {
  readonly projectRoot: string;
  readonly mcpTool: string;
  readonly otherModel: string;
  readonly planStep: string;
  readonly log = new TestLog();
  private readonly program: Program;
  private readonly folder: string;
  private readonly model: ScriptedModel;
  private readonly start: Start;
  private readonly mark = randomUUID();
  private connection: AgentConnection | null = null;
  private nativeSessionId: string | null = null;
  private pumping: Promise<void> = Promise.resolve();
  private readonly inbox = new EventInbox(() => this.connection === null);
  private runs = 0;
  /** How many requests the model had received when each run started. */
  private readonly begun = new Map<string, { readonly from: number; readonly text: string }>();
  private readonly toolsLog: PolylogToolsLog = { calls: [] };
  private tools: PolylogToolset | null = null;
  private toolsAddress: ToolsAddress | null = null;
  private toolCalled: () => void = () => undefined;

  private constructor(program: Program, start: Start, model: ScriptedModel, folder: string) {
    this.mcpTool = program.mcpTool ?? "mcp__conformance__echo";
    this.otherModel = program.otherModel;
    this.planStep = program.planStep ?? "plan Fix it | Test it";
    this.program = program;
    this.start = start;
    this.model = model;
    this.folder = folder;
    this.projectRoot = path.join(folder, "project");
    if (!start.polylogTools) return;
    const tools = testTools(
      this.toolsLog,
      () => this.toolCalled(),
      () => [...this.log.conversation.liveRuns][0]?.[0] ?? null,
    );
    const address = new ToolsAddress(tools);
    this.tools = { ...tools, address: () => address.open() };
    this.toolsAddress = address;
  }

  /** `given` is an empty folder to use; if omitted, a new one is created. */
  static async open(program: Program, start: Partial<Start> = {}, given?: string): Promise<TestBench> {
    const { pieceChars = 0 } = start;
    const model = await startScriptedModel(pieceChars === 0 ? {} : { pieceChars });
    const folder = given ?? (await mkdtemp(path.join(tmpdir(), "conformance-")));
    for (const name of ["project", "home", "data"]) await mkdir(path.join(folder, name));
    await makeRepository(path.join(folder, "project"));
    const bench = new TestBench(program, { ...usualStart, ...start }, model, folder);
    if (bench.start.model === "absent") await model.close();
    return bench;
  }

  async connect(): Promise<AgentConnection> {
    if (this.connection !== null) return this.connection;
    if (this.nativeSessionId !== null) await this.program.betweenStarts?.(path.join(this.folder, "home"));
    const connection = await this.program.backend.start({
      sessionId: "session",
      agentId,
      projectRoot: this.projectRoot,
      settings: await this.settings(),
      ...defined({ resume: this.nativeSessionId }),
      host: {
        conversation: () => this.log.conversation,
        dataFolder: path.join(this.folder, "data"),
        trusted: async () => this.start.trusted,
        tools: this.tools,
      },
    });
    this.connection = connection;
    this.pumping = this.pump(connection);
    return connection;
  }

  /** The agent's settings, also for a second process that plays the server. */
  async settings(): Promise<AgentSettings> {
    const { program, start, folder, projectRoot, model } = this;
    const home = path.join(folder, "home");
    const command = start.program === "missing" ? path.join(folder, "no-such-program") : program.command;
    const settings = await program.setUp({
      home,
      projectRoot,
      modelUrl: model.url,
      command:
        start.program === "other_version" ? await writeShim(folder, command, program.versionText) : command,
      start,
      mcpServer: start.mcp ? mcpServer : null,
    });
    const { NODE_COMPILE_CACHE = "" } = process.env;
    const env = { HOME: home, NODE_COMPILE_CACHE, [MARK]: this.mark, ...settings.env };
    return { permissionMode: start.permissionMode, ...settings, env };
  }

  async writeFile(name: string, content: string): Promise<void> {
    await writeFile(path.join(this.projectRoot, name), content);
  }

  async readFile(name: string): Promise<string | null> {
    return readFile(path.join(this.projectRoot, name), "utf8").catch(() => null);
  }

  async prompt(text: string, images: readonly Image[] = []): Promise<string> {
    const runId = this.begin(text, images);
    // The server appends a run's end before it continues. Meanwhile the connection can report that it has ended.
    await new Promise(setImmediate);
    const connection = await this.connect();
    await connection.prompt({ runId, text, images });
    return runId;
  }

  async play(text: string, answer: Answerer = allow, images: readonly Image[] = []): Promise<string> {
    const runId = await this.prompt(text, images);
    for (;;) {
      const event = await this.until((next) => isAsk(next) || isEndOf(next, runId));
      if (!isAsk(event)) return runId;
      await this.answer(answer(event));
    }
  }

  until(fits: (event: EventBody) => boolean): Promise<EventBody> {
    return this.inbox.until(fits);
  }

  ended(runId: string): Promise<EventBody> {
    return this.until((event) => isEndOf(event, runId));
  }

  async answer(answer: AskAnswer): Promise<void> {
    this.log.append(answerEvent(answer));
    await (await this.connect()).answer(answer);
  }

  async steer(runId: string, text: string): Promise<void> {
    this.log.append({ type: "user_message", text, delivery: "steer", runId, agentId });
    await (await this.connect()).steer({ runId, text, images: [] });
  }

  async cancel(runId: string): Promise<void> {
    await (await this.connect()).cancel(runId);
  }

  async stop(): Promise<void> {
    await this.connection?.close();
    await this.pumping;
  }

  kill(): void {
    for (const pid of programsOf(this.mark)) signalIfAlive(pid, "SIGKILL");
  }

  conversation() {
    return this.log.conversation;
  }

  events() {
    return this.inbox.all;
  }

  requests() {
    return this.model.requests;
  }

  async crashServer(text: string): Promise<void> {
    const runId = this.begin(text, []);
    await this.program.betweenStarts?.(path.join(this.folder, "home"));
    const { events, nativeSessionId } = await crashServer({
      backend: this.program.backend.name,
      settings: await this.settings(),
      projectRoot: this.projectRoot,
      dataFolder: path.join(this.folder, "data"),
      recordsFolder: path.join(this.folder, "records"),
      prompt: { runId, text },
      ...defined({ resume: this.nativeSessionId }),
    });
    for (const event of events) this.log.append(event);
    // The next server ends the runs that the crashed one left open.
    this.log.append({ type: "run_ended", outcome: "interrupted", runId, agentId });
    this.nativeSessionId = nativeSessionId;
  }

  async adopt(text: string): Promise<void> {
    const { projectRoot, program } = this;
    const settings = await this.settings();
    await runAlone(program.command, program.alone?.(text, settings) ?? [], projectRoot, settings.env ?? {});
    const place = { projectRoot, agentId, settings };
    const [session, ...others] = (await program.backend.native?.list(place)) ?? [];
    const history = await program.backend.native?.read(session?.nativeId ?? "", place);
    if (session === undefined || others.length > 0 || history?.ok !== true)
      throw new Error(`The session cannot be adopted: ${JSON.stringify({ session, others, history })}`);
    for (const { body } of history.events) this.log.append(body);
    this.nativeSessionId = session.nativeId;
  }

  /** The next start resumes that session. */
  resume(nativeSessionId: string): void {
    this.nativeSessionId = nativeSessionId;
  }

  /** The agent has these tools from the next start on. */
  provideTools(tools: PolylogToolset): void {
    this.tools = tools;
  }

  askedStep(command: string): string {
    return this.program.askedStep?.(command) ?? `shell ${command}`;
  }

  ownTool(name: string): string {
    return this.program.ownTool?.(name) ?? `mcp__polylog__${name}`;
  }

  polylogToolCalls() {
    return this.toolsLog.calls;
  }

  async ownCalled(name: string): Promise<void> {
    while (!this.toolsLog.calls.some((call) => call.name === name)) {
      await new Promise<void>((resolve) => {
        this.toolCalled = resolve;
      });
    }
  }

  async fileAppears(name: string): Promise<void> {
    const file = path.join(this.projectRoot, name);
    const watcher = watch(this.projectRoot);
    await new Promise<void>((resolve) => {
      const look = () => existsSync(file) && resolve();
      watcher.on("change", look);
      look();
    });
    watcher.close();
  }

  processes() {
    return programsOf(this.mark);
  }

  isRunning(text: string): boolean {
    return markedProcesses(this.mark).some((pid) => commandLine(pid).includes(text));
  }

  async runsOn(text: string): Promise<boolean> {
    const end = performance.now() + patienceMs;
    while (this.isRunning(text) && performance.now() < end) await sleep(50);
    return this.isRunning(text);
  }

  /** Ends everything, and returns all faults. */
  async finish({ allowsRaw = false }: { readonly allowsRaw?: boolean | undefined } = {}): Promise<string[]> {
    await this.stop();
    const raw = this.inbox.all.filter(({ type }) => type === "backend_raw");
    return [
      ...this.log.faults(),
      ...(allowsRaw ? [] : raw.map((event) => `not understood: ${JSON.stringify(event)}`)),
      ...markedProcesses(this.mark).map((pid) => `process ${pid} is still running`),
    ];
  }

  /** The record of the scenario so far. */
  played(facts: readonly string[]): Played {
    return { events: this.log.bodies, facts, reported: this.reported() };
  }

  async remove(): Promise<void> {
    await this.connection?.close().catch(() => undefined);
    await this.toolsAddress?.close();
    await this.model.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The usage that the model reported for each run, without the programs' side requests, for example for a title. */
  private reported(): Map<string, Tokens> {
    const { tellsLastCallOnly = false, hidesUsageOfThoughts = false } = this.program;
    const begun = [...this.begun];
    const tokens = begun.map(([runId, { from, text }], index): [string, Tokens] => {
      const requests = this.model.requests.slice(from, begun[index + 1]?.[1].from);
      // The last request of a stopped run may arrive after the next run has started.
      const first = requests.findIndex(({ body }) =>
        JSON.stringify(body).includes(JSON.stringify(text).slice(1, -1)),
      );
      const own = requests.slice(Math.max(0, first)).filter(({ step }) => !step.startsWith("side call"));
      const told = (tellsLastCallOnly ? own.slice(-1) : own).flatMap(({ usage }) => usage ?? []);
      const counted = told.map(({ input, output, reasoning }) => ({
        input,
        output: hidesUsageOfThoughts ? output - reasoning : output,
      }));
      return [runId, sumOf(counted)];
    });
    return new Map(tokens);
  }

  /** Appends the run's start before the agent receives it, as the server does. */
  private begin(text: string, images: readonly Image[]): string {
    const runId = `run${++this.runs}`;
    this.begun.set(runId, { from: this.model.requests.length, text });
    const shown = images.length === 0 ? {} : { images: [...images] };
    this.log.append({ type: "user_message", text, ...shown, delivery: "run", runId, agentId });
    this.log.append({ type: "run_started", trigger: "message", runId, agentId });
    return runId;
  }

  private async pump(connection: AgentConnection): Promise<void> {
    for await (const event of connection.events) {
      this.nativeSessionId = connection.nativeSessionId ?? this.nativeSessionId;
      this.log.append(event);
      this.inbox.push(event);
    }
    this.connection = null;
    this.inbox.signal();
  }
}

function isEndOf(event: EventBody, runId: string): boolean {
  return event.type === "run_ended" && event.runId === runId;
}

/** Its input is closed, because programs otherwise wait for more. */
async function runAlone(
  command: string,
  args: readonly string[],
  cwd: string,
  own: Readonly<Record<string, string>>,
): Promise<void> {
  const isScript = command.endsWith(".js");
  const [file, given] = isScript ? [process.execPath, [command, ...args]] : [command, args];
  const env = { PATH: process.env.PATH ?? "", ...own };
  const child = spawn(file, given, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${said}`);
}

/** Programs search upwards for the project's root, so they must not find files of others above this one. */
async function makeRepository(folder: string): Promise<void> {
  for (const name of ["objects", "refs"]) await mkdir(path.join(folder, ".git", name), { recursive: true });
  await writeFile(path.join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
}
