import { connect, type Socket } from "node:net";
import { crc32 } from "node:zlib";
import { onTestFinished } from "vitest";
import type { Client } from "./client.ts";

const END = Buffer.from("\n\n");
const ID = Buffer.from("id: ");

/** An event stream on a bare socket: counts frames and hashes them without parsing. It can stop reading. */
export class RawStream {
  frames = 0;
  hash = 0;
  isClosed = false;
  private readonly socket: Socket;
  private rest: Buffer = Buffer.alloc(0);
  private readonly waiting = new Set<() => void>();

  static async open(client: Client, sessionId: string): Promise<RawStream> {
    const socket = connect(Number(client.url.port), client.url.hostname);
    onTestFinished(() => void socket.destroy());
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    const head = [
      `GET /api/events?session_id=${sessionId} HTTP/1.1`,
      `host: ${client.url.host}`,
      `authorization: Bearer ${client.token}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const stream = new RawStream(socket);
    await stream.when(() => stream.frames > 0);
    return stream;
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => this.take(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.isClosed = true;
      for (const check of [...this.waiting]) check();
    });
  }

  /** Stops reading. */
  stall(): void {
    this.socket.pause();
  }

  close(): void {
    this.socket.destroy();
  }

  when(isSo: (stream: this) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!isSo(this) && !this.isClosed) return;
        this.waiting.delete(check);
        if (isSo(this)) resolve();
        else reject(new Error(`The stream was closed after ${this.frames} frames.`));
      };
      this.waiting.add(check);
      check();
    });
  }

  private take(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(END); end !== -1; end = bytes.indexOf(END, start)) {
      const block = bytes.subarray(start, end);
      start = end + END.length;
      // Heartbeats have no ID.
      if (!block.subarray(0, ID.length).equals(ID)) continue;
      this.frames++;
      this.hash = crc32(block, this.hash);
    }
    this.rest = Buffer.from(bytes.subarray(start));
    for (const check of [...this.waiting]) check();
  }
}
