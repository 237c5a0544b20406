import { type IncomingMessage, request } from "node:http";
import {
  type Conversation,
  emptyConversation,
  fold,
  isResync,
  type PolylogEvent,
  parseFrame,
} from "@polylog/core";
import { onTestFinished } from "vitest";
import type { Client } from "./client.ts";
import { figure } from "./numbers.ts";

/** Large numbers keep a machine busy for a long time. */
const patienceMs = figure(90_000, 600_000);

/** Like a screen: reads a stream, folds it, and resumes from its last cursor after a disconnect. */
export class Follower {
  /** All events in the order they arrived, over every connection. */
  readonly events: PolylogEvent[] = [];
  conversation: Conversation = emptyConversation;
  cursor: string | undefined;
  /** How often it received a resync. */
  resyncs = 0;
  isClosed = false;
  readonly client: Client;
  private readonly sessionId: string | undefined;
  private incoming: IncomingMessage | null = null;
  private readonly waiting = new Set<() => void>();

  /** Of one session from its beginning, or of all from now on. */
  static async open(client: Client, sessionId?: string, cursor?: string): Promise<Follower> {
    const follower = new Follower(client, sessionId);
    follower.cursor = cursor;
    onTestFinished(() => follower.cut());
    await follower.connect();
    return follower;
  }

  private constructor(client: Client, sessionId: string | undefined) {
    this.client = client;
    this.sessionId = sessionId;
  }

  /** Opens the stream at the point of the disconnect. */
  async connect(): Promise<void> {
    const query = this.sessionId === undefined ? "" : `?session_id=${this.sessionId}`;
    const { hostname: host, port } = this.client.url;
    const headers = {
      authorization: `Bearer ${this.client.token}`,
      ...(this.cursor !== undefined && { "last-event-id": this.cursor }),
    };
    const outgoing = request({ host, port, path: `/api/events${query}`, headers, agent: false });
    outgoing.end();
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve).on("error", reject);
    });
    if (incoming.statusCode !== 200) {
      incoming.destroy();
      throw new Error(`The stream was refused: ${incoming.statusCode}`);
    }
    this.isClosed = false;
    this.incoming = incoming;
    let rest = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => {
      // Ignore data that arrives after a disconnect.
      if (this.incoming !== incoming) return;
      const blocks = (rest + text).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) if (this.incoming === incoming) this.take(block);
    });
    incoming.on("error", () => undefined);
    incoming.on("close", () => {
      if (this.incoming !== incoming) return;
      this.isClosed = true;
      this.wake();
    });
  }

  /** Drops the connection, at any point within a frame. */
  cut(): void {
    const { incoming } = this;
    this.incoming = null;
    incoming?.destroy();
  }

  /** Resolves when the condition is true for everything followed so far. */
  async when(isSo: (follower: this) => boolean, ms = patienceMs): Promise<void> {
    if (isSo(this)) return;
    const seen = Promise.withResolvers<void>();
    const check = () => {
      if (isSo(this)) seen.resolve();
      else if (this.isClosed) seen.reject(new Error("The stream was closed by the server."));
    };
    this.waiting.add(check);
    const timer = setTimeout(() => {
      const last = JSON.stringify(this.events.at(-1))?.slice(0, 500);
      seen.reject(new Error(`It did not come about: ${this.events.length} events, last ${last}`));
    }, ms);
    try {
      await seen.promise;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(check);
    }
  }

  /** Resolves with the next event of a type, or with an existing one. */
  async whenEvent<T extends PolylogEvent["type"]>(
    type: T,
    isIt: (event: Extract<PolylogEvent, { type: T }>) => boolean = () => true,
    ms?: number,
  ): Promise<Extract<PolylogEvent, { type: T }>> {
    const find = () =>
      this.events.find(
        (event): event is Extract<PolylogEvent, { type: T }> =>
          event.type === type && isIt(event as Extract<PolylogEvent, { type: T }>),
      );
    await this.when(() => find() !== undefined, ms);
    return find() as Extract<PolylogEvent, { type: T }>;
  }

  private take(block: string): void {
    const field = (name: string) =>
      block
        .split("\n")
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2));
    const [data] = field("data");
    if (data === undefined || field("event").length > 0) return;
    const parsed = parseFrame(data);
    if (!parsed.ok) throw new Error(`This is no frame: ${parsed.error.reason}`);
    if (isResync(parsed.frame)) {
      this.resyncs++;
      this.conversation = emptyConversation;
    } else if (parsed.event !== null) {
      this.events.push(parsed.event);
      if (this.sessionId !== undefined) this.conversation = fold(this.conversation, parsed.event);
    }
    this.cursor = field("id")[0] ?? this.cursor;
    this.wake();
  }

  private wake(): void {
    for (const check of [...this.waiting]) check();
  }
}
