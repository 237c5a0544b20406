import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { ClientSocket } from "../ws/ws.ts";

/** An open response with the interface of a send-only socket: each message is a server-sent event. */
export class ResponseSocket extends EventEmitter implements ClientSocket {
  readonly OPEN = 1;
  private readonly outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    super();
    this.outgoing = outgoing;
    outgoing.once("close", () => this.emit("close"));
  }

  get readyState(): 1 | 3 {
    return this.outgoing.writableEnded || this.outgoing.destroyed ? 3 : this.OPEN;
  }

  get bufferedAmount(): number {
    return this.outgoing.writableLength;
  }

  send(bytes: Buffer): void {
    this.outgoing.write(`data: ${bytes}\n\n`);
  }

  close(): void {
    this.outgoing.end();
  }

  terminate(): void {
    this.outgoing.destroy();
  }

  pause(): void {}
  resume(): void {}
}
