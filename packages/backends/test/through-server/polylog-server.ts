import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { EventBody } from "@polylog/core";

const main = fileURLToPath(new URL("../../../../apps/cli/src/main.ts", import.meta.url));

/** A real server in a separate process, started like `polylog serve`. */
export class PolylogServer {
  private readonly process: ChildProcess;
  private readonly url: string;
  private readonly authorization: string;

  private constructor(process: ChildProcess, url: string, token: string) {
    this.process = process;
    this.url = url;
    this.authorization = `Bearer ${token}`;
  }

  static async start(home: string, env: Readonly<Record<string, string>>): Promise<PolylogServer> {
    const child = spawn(process.execPath, [main, "serve", "--home", home, "--port", "0", "--json"], {
      // With VITEST, the server validates what it sends.
      env: { ...env, VITEST: "true" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const ready = JSON.parse(line) as { url: string; token_file: string };
    return new PolylogServer(child, ready.url, (await readFile(ready.token_file, "utf8")).trim());
  }

  async get<T>(path: string): Promise<T> {
    return this.request<T>(path, {});
  }

  async post<T>(path: string, body: object): Promise<T> {
    return this.request<T>(path, { method: "POST", body: JSON.stringify(body) });
  }

  /** A session's events over the WebSocket, first the past ones, then live. */
  async follow(sessionId: string, hear: (event: EventBody) => void): Promise<WebSocket> {
    const { authorization } = this;
    const socket = new WebSocket(`${this.url.replace("http", "ws")}/ws`, { headers: { authorization } });
    await once(socket, "open");
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as EventBody & { readonly seq?: number };
      if (message.seq !== undefined) hear(message);
    });
    socket.send(JSON.stringify({ type: "hello", sessions: [{ session_id: sessionId }] }));
    return socket;
  }

  async stop(): Promise<void> {
    const exited = once(this.process, "exit");
    this.process.kill();
    await exited;
  }

  private async request<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { authorization: this.authorization, "content-type": "application/json" };
    const response = await fetch(`${this.url}${path}`, { ...init, headers });
    const body = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  }
}
