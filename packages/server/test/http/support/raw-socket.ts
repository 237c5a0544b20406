import { connect, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";

/** A connection that sends exactly the test's bytes. */
export class RawSocket {
  readonly socket: Socket;
  received = "";
  isClosed = false;

  static async open(port: number): Promise<RawSocket> {
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    const raw = new RawSocket(socket);
    onTestFinished(() => {
      socket.destroy();
    });
    return raw;
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      this.received += text;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.isClosed = true;
    });
  }

  say(text: string): void {
    this.socket.write(text);
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.received)?.[1] ?? 0);
  }
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { interval: 5 }).toBe(true);
}
