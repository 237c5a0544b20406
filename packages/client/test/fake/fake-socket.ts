import type { WebSocket } from "ws";
import type { ChatBody } from "./answer-request.ts";
import { chat } from "./answer-request.ts";
import type { StoredEvent } from "./fake-log.ts";
import type { FakeServer } from "./fake-server.ts";

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly session_id?: string;
  readonly after?: string;
  readonly sessions?: readonly { readonly session_id: string; readonly after?: string }[];
}

/** One WebSocket: hello, subscribe, leave, and commands. */
export class FakeSocket {
  private readonly server: FakeServer;
  private readonly socket: WebSocket;
  private readonly subscribed = new Set<string>();

  constructor(server: FakeServer, socket: WebSocket) {
    this.server = server;
    this.socket = socket;
    const listener = ({ event, line }: StoredEvent) => {
      if (this.subscribed.has(event.sessionId)) this.socket.send(line);
    };
    const rewound = (sessionId: string) => {
      if (this.subscribed.has(sessionId)) this.resync(sessionId);
    };
    server.log.listeners.add(listener);
    server.log.rewindListeners.add(rewound);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      server.log.listeners.delete(listener);
      server.log.rewindListeners.delete(rewound);
    });
    socket.on("message", (data) => this.take(JSON.parse(String(data)) as Message));
    server.onStep("socket opened");
  }

  beat(): void {
    this.socket.ping();
  }

  cut(): void {
    this.socket.terminate();
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  resync(sessionId: string): void {
    this.socket.send(JSON.stringify({ type: "resync", sessionId }));
  }

  /** Ends a subscription, as the server does when it cannot read the session. */
  endSubscription(sessionId: string): void {
    this.subscribed.delete(sessionId);
    this.socket.send(JSON.stringify({ type: "left", sessionId }));
  }

  private take(message: Message): void {
    this.server.onStep(`received ${message.type}`);
    this.server.requests.push({ method: "WS", path: message.type, headers: {}, body: message });
    const { type, id, session_id: sessionId = "" } = message;
    if (type === "chat") return this.chat(message);
    let answer: object = { type: "ack", id };
    if (type === "hello") {
      answer = {
        ...answer,
        sessions: message.sessions?.map((each) => this.subscribe(each.session_id, each.after)),
      };
    } else if (type === "subscribe") {
      const override = this.server.override({ method: "WS", path: type, headers: {}, body: message });
      const refused = typeof override === "object" ? (override.body as { error: object }) : undefined;
      const { error } = refused ?? this.subscribe(sessionId, message.after);
      if (error !== undefined) answer = { type: "nack", id, error };
    } else if (type === "leave") this.subscribed.delete(sessionId);
    this.socket.send(JSON.stringify(answer));
    this.server.onStep(`done ${message.type}`);
  }

  private chat({ type, id, ...body }: Message): void {
    const override = this.server.override({ method: "WS", path: type, headers: {}, body });
    if (override === "cut") return this.cut();
    const { status, body: given } = chat(this.server, body as unknown as ChatBody);
    const answer = given as { error?: object };
    if (override === "cut after") return this.cut();
    const { error } = answer;
    this.socket.send(
      JSON.stringify(status === 202 ? { ...answer, type: "ack", id } : { type: "nack", id, error }),
    );
  }

  private subscribe(sessionId: string, after: string | undefined): { session_id: string; error?: object } {
    const { log, repeats } = this.server;
    const session = log.sessions.get(sessionId);
    if (session === undefined)
      return { session_id: sessionId, error: { code: "session_not_found", status: 404 } };
    this.subscribed.add(sessionId);
    if (after !== "now") throw new Error(`The client subscribes from now on, not after ${after}.`);
    for (const { line } of log.after(sessionId, session.seq - repeats)) this.socket.send(line);
    return { session_id: sessionId };
  }
}
