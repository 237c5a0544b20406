import { Agent, request } from "node:http";
import { defined, type PolylogEvent, parseEvent, type Snapshot } from "@polylog/core";
import { onTestFinished } from "vitest";

export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly text: string;
}

export interface ChatAnswer {
  readonly session_id: string;
  readonly run_id?: string;
  readonly queued: boolean;
  readonly position?: number;
  readonly seq: number;
}

export interface ErrorBody {
  readonly error: { readonly code: string };
}

export interface Row {
  readonly session_id: string;
  readonly status: string;
  readonly queued: number;
  readonly pending_asks: number;
  readonly rev: number;
  readonly seq: number;
}

/** A program that uses the server from outside, only over its socket. */
export class Client {
  readonly url: URL;
  readonly token: string;
  readonly project: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 });

  constructor(url: string, token: string, project: string) {
    this.url = new URL(url);
    this.token = token;
    this.project = project;
    onTestFinished(() => this.agent.destroy());
  }

  /** Confirms requests that need a confirmation. */
  async ask<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const answer = await this.request<T>(method, path, body);
    if (answer.status !== 409) return answer;
    const { details } = (answer.body as { error: { details: { confirmation?: { id: string } } } }).error;
    if (details.confirmation === undefined) return answer;
    return this.request<T>(method, path, body, { "x-polylog-confirmation": details.confirmation.id });
  }

  /** Sends it once. */
  request<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(method !== "GET" && { "content-type": "application/json" }),
      ...(bytes !== undefined && { "content-length": bytes.length }),
      ...more,
    };
    const { hostname: host, port } = this.url;
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent: this.agent, host, port, method, path, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = incoming.headers["content-type"]?.startsWith("application/json;") === true;
          resolve({ status: incoming.statusCode ?? 0, body: (isJson ? JSON.parse(text) : null) as T, text });
        });
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection right when it is used again, without reading the request:
        // retry on another.
        const isEnded = outgoing.reusedSocket && error.code === "ECONNRESET";
        if (isEnded) this.request<T>(method, path, body, more).then(resolve, reject);
        else reject(error);
      });
      outgoing.end(bytes);
    });
  }

  async get<T>(path: string): Promise<T> {
    return good(path, await this.ask<T>("GET", path));
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return good(path, await this.ask<T>("POST", path, body));
  }

  /** A busy agent gets it after its run, unless `more` names another delivery. */
  send(text: string, more: object = {}): Promise<Answer<ChatAnswer & ErrorBody>> {
    const body = { project_root: this.project, text, delivery: "queue", ...more };
    return this.ask("POST", "/api/chat", body);
  }

  async chat(text: string, more: object = {}): Promise<ChatAnswer> {
    return good("/api/chat", await this.send(text, more));
  }

  async createSession(agentId?: string): Promise<string> {
    const body = { project_root: this.project, ...defined({ agent_id: agentId }) };
    return (await this.post<Row>("/api/sessions", body)).session_id;
  }

  session(sessionId: string): Promise<Row> {
    return this.get(`/api/sessions/${sessionId}`);
  }

  async snapshot(sessionId: string): Promise<Snapshot> {
    return (await this.get<{ snapshot: Snapshot }>(`/api/sessions/${sessionId}/snapshot`)).snapshot;
  }

  /** The session's log as it is stored, page by page. */
  async log(sessionId: string): Promise<PolylogEvent[]> {
    const all: PolylogEvent[] = [];
    for (let after = "0"; ; ) {
      const page = await this.get<{ events: unknown[]; next: string | null }>(
        `/api/sessions/${sessionId}/events?after=${after}`,
      );
      all.push(...page.events.map(read));
      if (page.next === null) return all;
      after = page.next;
    }
  }

  async queue(sessionId: string): Promise<{ item_id: string; text: string }[]> {
    return (
      await this.get<{ items: { item_id: string; text: string }[] }>(`/api/sessions/${sessionId}/queue`)
    ).items;
  }

  async asks(): Promise<{ ask_id: string; session_id: string; state: string }[]> {
    return (await this.get<{ asks: { ask_id: string; session_id: string; state: string }[] }>("/api/asks"))
      .asks;
  }

  async runs(sessionId: string): Promise<{ run_id: string; outcome: string | null }[]> {
    return (
      await this.get<{ runs: { run_id: string; outcome: string | null }[] }>(
        `/api/agent-runs?session_id=${sessionId}`,
      )
    ).runs;
  }

  cancel(runId: string): Promise<Answer> {
    return this.ask("POST", "/api/agent-cancel", { run_id: runId });
  }

  /** Resumes a queue that a stop or a failure has paused. */
  resume(sessionId: string): Promise<Answer> {
    return this.ask("POST", `/api/sessions/${sessionId}/queue/resume`, {});
  }

  allow(requestId: string): Promise<Answer<ErrorBody>> {
    return this.ask("POST", "/api/permission-response", { request_id: requestId, option_id: "allow" });
  }
}

function good<T>(path: string, { status, body, text }: Answer<T>): T {
  if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${text}`);
  return body;
}

function read(value: unknown): PolylogEvent {
  const parsed = parseEvent(JSON.stringify(value));
  if (!parsed.ok) throw new Error(`The log holds what is no event: ${parsed.error.reason}`);
  return parsed.event;
}
