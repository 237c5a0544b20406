import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PolylogEvent } from "@polylog/core";
import { WebSocketServer } from "ws";
import { answerRequest } from "./answer-request.ts";
import { FakeLog } from "./fake-log.ts";
import { FakeSocket } from "./fake-socket.ts";
import { FakeStream } from "./fake-stream.ts";

export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** A test's replacement for the answer: another one, or a connection that is cut before or after the work is done. */
export type Override =
  | { readonly status: number; readonly body: unknown }
  | "cut"
  | "cut after"
  | "hang"
  | undefined;

/** A Polylog server with real sockets and a log in memory that a test fully controls. */
export class FakeServer {
  readonly log = new FakeLog();
  readonly requests: SeenRequest[] = [];
  readonly streams = new Set<FakeStream>();
  readonly sockets = new Set<FakeSocket>();
  readonly receipts = new Map<string, { readonly body: string; readonly answer: object }>();
  /** Called before and after each step of the server. */
  onStep: (step: string) => void = () => {};
  override: (request: SeenRequest) => Override = () => undefined;
  /** The response to a snapshot request. */
  snapshots: "whole" | "none" | "other format" = "whole";
  /** The maximum number of events per page. */
  pageEvents = 7;
  /** How many events before its cursor a stream begins, which repeats events that a client already has. */
  repeats = 0;
  /** Events that a stream does not send. */
  forgets: (event: PolylogEvent) => boolean = () => false;
  /** Bytes that may wait for a client before it is disconnected. */
  clientBytes = Number.POSITIVE_INFINITY;
  private http: Server | null = null;
  private port = 0;

  static async start(): Promise<FakeServer> {
    const server = new FakeServer();
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get address(): number {
    return this.port;
  }

  async start(): Promise<void> {
    const http = createServer((request, response) => {
      this.handle(request, response).catch(() => response.destroy());
    });
    const upgrades = new WebSocketServer({ noServer: true });
    http.on("upgrade", (request, socket, head) => {
      const seen = { method: "GET", path: request.url ?? "", headers: request.headers, body: undefined };
      this.requests.push(seen);
      const override = this.override(seen);
      if (override !== undefined) {
        const status = typeof override === "object" ? override.status : 500;
        socket.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`);
        return;
      }
      upgrades.handleUpgrade(request, socket, head, (accepted) => {
        const fake = new FakeSocket(this, accepted);
        this.sockets.add(fake);
        accepted.on("close", () => this.sockets.delete(fake));
      });
    });
    this.http = http;
    await new Promise<void>((resolve) => http.listen(this.port, "127.0.0.1", resolve));
    this.port = (http.address() as AddressInfo).port;
  }

  get isUp(): boolean {
    return this.http !== null;
  }

  /** Cuts every connection and shuts down. */
  async stop(): Promise<void> {
    const { http } = this;
    this.http = null;
    this.cutStreams();
    http?.closeAllConnections();
    await new Promise<void>((resolve) => (http === null ? resolve() : http.close(() => resolve())));
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Resolves when the server reaches a step. */
  step(name: string): Promise<void> {
    const before = this.onStep;
    return new Promise((resolve) => {
      this.onStep = (step) => {
        before(step);
        if (step === name) resolve();
      };
    });
  }

  cutStreams(): void {
    for (const stream of [...this.streams]) stream.cut();
    for (const socket of [...this.sockets]) socket.cut();
  }

  beat(): void {
    for (const stream of this.streams) stream.beat();
    for (const socket of this.sockets) socket.beat();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    const seen: SeenRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    this.requests.push(seen);
    this.onStep(`received ${seen.path}`);
    const override = this.override(seen);
    if (override === "hang") return;
    if (override === "cut") return void response.destroy();
    if (typeof override === "object") return send(response, override.status, override.body);
    const url = new URL(seen.path, this.url);
    if (url.pathname === "/api/events") {
      const stream = new FakeStream(this, response, url.searchParams.get("session_id"));
      const last = seen.headers["last-event-id"] as string | undefined;
      stream.begin(last ?? url.searchParams.get("after") ?? undefined);
      return;
    }
    const { status, body } = answerRequest(this, seen, url);
    this.onStep(`answered ${seen.path}`);
    if (override === "cut after") return void response.destroy();
    send(response, status, body);
    this.onStep(`sent ${seen.path}`);
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
