import { type IncomingMessage, request } from "node:http";
import { onTestFinished } from "vitest";
import { TOKEN } from "./harness.ts";

export interface Sent {
  readonly event?: string;
  readonly id?: string;
  readonly data: string;
}

/** Reads server-sent events as a browser does. */
export class SseClient {
  readonly sent: Sent[] = [];
  isClosed = false;
  private readonly incoming: IncomingMessage;
  private rest = "";

  static async open(
    port: number,
    query: string,
    {
      token = TOKEN,
      lastEventId,
      path = "/api/events",
    }: { token?: string; lastEventId?: string; path?: string } = {},
  ): Promise<SseClient> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    };
    const outgoing = request({ port, host: "127.0.0.1", path: `${path}${query}`, headers, agent: false });
    outgoing.end();
    onTestFinished(() => {
      outgoing.destroy();
    });
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve).once("error", reject);
    });
    if (incoming.statusCode !== 200) throw new Error(`The stream was refused: ${incoming.statusCode}`);
    return new SseClient(incoming);
  }

  private constructor(incoming: IncomingMessage) {
    this.incoming = incoming;
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => this.read(text));
    incoming.on("close", () => {
      this.isClosed = true;
    });
    incoming.on("error", () => undefined);
  }

  /** The frames of the log, without heartbeats. */
  get frames(): Sent[] {
    return this.sent.filter(({ event }) => event === undefined);
  }

  get seqs(): unknown[] {
    return this.frames.map(({ data }) => JSON.parse(data).data?.seq);
  }

  pause(): void {
    this.incoming.pause();
  }

  resume(): void {
    this.incoming.resume();
  }

  close(): void {
    this.incoming.destroy();
  }

  private read(text: string): void {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? []);
      const value = (name: string) => fields.filter(([key]) => key === name).map(([, text = ""]) => text);
      const data = value("data");
      if (data.length === 0) continue;
      const [event] = value("event");
      const [id] = value("id");
      this.sent.push({
        ...(event !== undefined && { event }),
        ...(id !== undefined && { id }),
        data: data.join("\n"),
      });
    }
  }
}
