import { existsSync, watch } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AgentSettings, EventBody, PermissionOption } from "@polylog/core";
import { defined } from "@polylog/core";
import { type ScriptedModel, startScriptedModel } from "@polylog/scripted-model";
import { usualStart } from "../conformance/support/bench.ts";
import { EventInbox } from "../conformance/support/event-inbox.ts";
import type { Program } from "../conformance/support/program.ts";
import { PolylogServer } from "./polylog-server.ts";

/**
 * How the agent is set up: found on the PATH without configuration, fully configured in `config.json`, or configured
 * there with only its preset.
 */
export type Way = "found" | "configured" | "preset";

/** How the agent is found on a machine. */
export interface DetectableAgent {
  readonly id: string;
  /** The name of its program. Absent for the built-in agent. */
  readonly program?: string;
}

interface Page {
  readonly events: readonly EventBody[];
  readonly next: string | null;
}

export interface RunRow {
  readonly outcome: string;
  readonly usage: readonly { readonly input_tokens: number; readonly output_tokens: number }[];
  readonly cost_usd: number;
  readonly cost_complete: boolean;
}

export interface QueueRow {
  readonly text: string;
  readonly paused_reason: string | null;
}

type Permission = Extract<EventBody, { type: "permission_request" }>;

/** A real server with one agent, driven over HTTP and WebSocket. */
export class ServerBench {
  readonly projectRoot: string;
  /** The home folder of the agent's program. */
  readonly home: string;
  readonly model: ScriptedModel;
  readonly agentId: string;
  private readonly folder: string;
  private readonly env: Readonly<Record<string, string>>;
  private server: PolylogServer | null = null;
  private socket: WebSocket | null = null;
  private inbox = new EventInbox(() => this.socket === null);
  private sessionId: string | undefined;

  private constructor(
    folder: string,
    model: ScriptedModel,
    agentId: string,
    env: Readonly<Record<string, string>>,
  ) {
    this.folder = folder;
    this.projectRoot = path.join(folder, "project");
    this.home = path.join(folder, "home");
    this.model = model;
    this.agentId = agentId;
    this.env = env;
  }

  static async open(program: Program, found: DetectableAgent, way: Way): Promise<ServerBench> {
    const folder = await mkdtemp(path.join(tmpdir(), "through-server-"));
    const model = await startScriptedModel();
    const [home, projectRoot, bin] = ["home", "project", "bin"].map((name) => path.join(folder, name));
    for (const name of ["home", "project/.git", "bin", "polylog"])
      await mkdir(path.join(folder, name), { recursive: true });
    if (home === undefined || projectRoot === undefined || bin === undefined) throw new Error("No folders.");
    const settings = await program.setUp({
      ...{ home, projectRoot, modelUrl: model.url, command: program.command, mcpServer: null },
      start: { ...usualStart, asks: true },
    });
    const { backend, options: { preset } = {} } = settings;
    if (way !== "found") {
      const mine = way === "preset" ? { backend, options: { preset } } : configured(settings);
      await writeConfig(path.join(folder, "polylog"), mine);
    }
    if (way !== "configured" && found.program !== undefined)
      await symlink(program.command, path.join(bin, found.program));
    const { NODE_COMPILE_CACHE = "" } = process.env;
    const searchPath = [bin, path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
    const env = {
      ...{ PATH: searchPath, HOME: home, NODE_COMPILE_CACHE },
      ...(way === "configured" ? {} : settings.env),
    };
    return new ServerBench(folder, model, way === "found" ? found.id : "mine", env);
  }

  async start(): Promise<void> {
    this.server = await PolylogServer.start(path.join(this.folder, "polylog"), this.env);
  }

  /** Stops the server as a person would. `start` starts it again with the same home. */
  async stop(): Promise<void> {
    this.socket?.close();
    this.socket = null;
    this.inbox.signal();
    await this.server?.stop();
    this.server = null;
  }

  /** Sends a prompt, answers the asks, and resolves at the end of the run. */
  async play(
    text: string,
    answer: PermissionOption["kind"] = "allow_once",
    during: (runId: string) => Promise<unknown> = async () => undefined,
  ): Promise<void> {
    const runId = await this.send(text);
    const meanwhile = during(runId);
    // After a restart, events are sent again from the beginning.
    const isOwn = ({ type, runId: owner }: EventBody) =>
      owner === runId && (type === "permission_request" || type === "run_ended");
    for (;;) {
      const event = await this.inbox.until(isOwn);
      if (event.type !== "permission_request") break;
      await this.answer(event, answer);
    }
    await meanwhile;
  }

  until(fits: (event: EventBody) => boolean): Promise<EventBody> {
    return this.inbox.until(fits);
  }

  /** Waits for the end of the run in which the agent says this. */
  async runSaying(text: string): Promise<void> {
    const { runId } = await this.until((event) => event.type === "text_done" && event.text === text);
    await this.until((event) => event.type === "run_ended" && event.runId === runId);
  }

  async say(text: string): Promise<void> {
    await this.chat({ text });
  }

  async cancel(runId: string): Promise<void> {
    await this.running().post("/api/agent-cancel", { run_id: runId });
  }

  async queue(): Promise<QueueRow[]> {
    const { items } = await this.running().get<{ items: QueueRow[] }>(
      `/api/sessions/${this.sessionId}/queue`,
    );
    return items;
  }

  async resumeQueue(): Promise<void> {
    await this.running().post(`/api/sessions/${this.sessionId}/queue/resume`, {});
  }

  /** The complete log, read page by page. */
  async events(): Promise<EventBody[]> {
    const events: EventBody[] = [];
    let after = "0";
    for (let next: string | null = after; next !== null; after = next ?? after) {
      const page: Page = await this.running().get(`/api/sessions/${this.sessionId}/events?after=${after}`);
      events.push(...page.events);
      next = page.next;
    }
    return events;
  }

  /** The session's runs, oldest first. */
  async runs(): Promise<RunRow[]> {
    const query = new URLSearchParams({
      project_root: this.projectRoot,
      session_id: this.sessionId ?? "",
    });
    const { runs } = await this.running().get<{ runs: RunRow[] }>(`/api/agent-runs?${query}`);
    return runs.reverse();
  }

  async writeFile(name: string, text: string): Promise<void> {
    await writeFile(path.join(this.projectRoot, name), text);
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

  exists(name: string): boolean {
    return existsSync(path.join(this.projectRoot, name));
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.model.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private running(): PolylogServer {
    if (this.server === null) throw new Error("The server is not running.");
    return this.server;
  }

  private async send(text: string): Promise<string> {
    const { session_id, run_id } = await this.chat({ text });
    this.sessionId = session_id;
    if (this.socket === null) {
      this.inbox = new EventInbox(() => this.socket === null);
      const { inbox } = this;
      this.socket = await this.running().follow(session_id, (event) => inbox.push(event));
    }
    return run_id;
  }

  private chat(message: { readonly text: string }) {
    return this.running().post<{ session_id: string; run_id: string }>("/api/chat", {
      project_root: this.projectRoot,
      agent_id: this.agentId,
      ...defined({ session_id: this.sessionId }),
      ...message,
    });
  }

  private async answer({ requestId, options }: Permission, kind: PermissionOption["kind"]): Promise<void> {
    const option = options.find((choice) => choice.kind === kind);
    await this.running().post("/api/permission-response", {
      request_id: requestId,
      option_id: option?.optionId,
    });
  }
}

/** The settings in the format of `config.json`. */
function configured({ backend, command, args, env, model, baseUrl, apiKey, options }: AgentSettings): object {
  return { backend, command, args, env, model, options, base_url: baseUrl, api_key: apiKey };
}

async function writeConfig(folder: string, agent: object): Promise<void> {
  const mine = { ...agent, permission_mode: "ask" };
  await writeFile(path.join(folder, "config.json"), JSON.stringify({ agents: { mine } }));
}
