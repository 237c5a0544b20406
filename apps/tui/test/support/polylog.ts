import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Client, connect } from "@polylog/client";
import { afterAll } from "vitest";
import { Tty, type TtyOptions } from "./tty.ts";

/** A server with scripted agents, and real terminal clients connected to it. */

export const main = path.join(import.meta.dirname, "../../../cli/src/main.ts");
const cache = path.join(import.meta.dirname, "../../../../node_modules/.cache");
const cleanUps: (() => void)[] = [];

afterAll(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

export interface Steps {
  /** Steps, or a function from a message to steps. */
  readonly [agent: string]:
    | readonly object[]
    | { readonly prompts: readonly object[]; readonly default: readonly object[] };
}

export class Polylog {
  readonly home = mkdtempSync(path.join(os.tmpdir(), "polylog-tui-"));
  readonly project = mkdtempSync(path.join(os.tmpdir(), "polylog-project-"));
  url = "";
  private server: ChildProcess | null = null;

  constructor(steps: Steps) {
    const agents = Object.fromEntries(
      Object.entries(steps).map(([id, script]) => [id, { backend: "script", options: { script } }]),
    );
    const [first] = Object.keys(steps);
    writeFileSync(path.join(this.home, "config.json"), JSON.stringify({ default_agent: first, agents }));
    cleanUps.push(() => {
      this.server?.kill("SIGKILL");
      for (const folder of [this.home, this.project]) rmSync(folder, { recursive: true, force: true });
    });
  }

  /** Uses any port, also after a crash. */
  async start(): Promise<this> {
    const { PATH = "", HOME = "" } = process.env;
    const server = spawn(process.execPath, [main, "serve", "--home", this.home, "--port", "0", "--json"], {
      cwd: this.project,
      env: { PATH, HOME, XDG_CACHE_HOME: cache },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.server = server;
    const gone = once(server, "exit").then(() => {
      throw new Error("The server did not start; its reason stands above.");
    });
    gone.catch(() => undefined);
    const [line] = (await Promise.race([once(server.stdout, "data"), gone])) as [Buffer];
    this.url = (JSON.parse(String(line)) as { url: string }).url;
    return this;
  }

  async die(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  }

  /** Suspends the server until it is resumed. */
  pause(): void {
    this.server?.kill("SIGSTOP");
  }

  goOn(): void {
    this.server?.kill("SIGCONT");
  }

  client(): Client {
    const token = readFileSync(path.join(this.home, "token"), "utf8").trim();
    const client = connect({ url: this.url, token, transport: "session_sse" });
    cleanUps.push(() => client.close());
    return client;
  }

  async session(agentId: string): Promise<string> {
    const client = this.client();
    return (await client.sessions.create({ projectRoot: this.project, agentId })).sessionId;
  }

  /** Opens a terminal with a session and waits until it is visible. */
  async open(
    sessionId: string,
    options: Partial<TtyOptions> & { readonly flags?: readonly string[] } = {},
  ): Promise<Tty> {
    const { flags = [], ...rest } = options;
    const args = [main, "tui", "--home", this.home, "--session", sessionId, ...flags];
    const env = { XDG_CACHE_HOME: cache, ...rest.env };
    const tty = new Tty(args, { cwd: this.project, ...rest, env });
    cleanUps.push(() => tty.kill());
    await tty.untilText("Message ");
    return tty;
  }
}

/** The conversation in a terminal: between the first lines and the field. */
export function talkIn(tty: Tty): string[] {
  const lines = tty.lines();
  const field = lines.findLastIndex((line) => line.startsWith("› "));
  const start = lines.findIndex((line) => line.startsWith("› "));
  const talk = lines.slice(start, field);
  while (talk.at(-1) === "") talk.pop();
  return talk;
}

/** Only its words, for windows of different widths. */
export function wordsIn(tty: Tty): string {
  return talkIn(tty).join(" ").replace(/\s+/g, " ");
}
