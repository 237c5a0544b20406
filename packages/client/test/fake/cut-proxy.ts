import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { between } from "./random.ts";

/** A proxy between a client and the server that cuts connections after a random number of bytes, even within a frame. */
export class CutProxy {
  cutsLeft: number;
  private readonly random: () => number;
  private readonly target: () => number;
  private readonly share: number;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(target: () => number, cuts: number, random: () => number, share: number) {
    this.target = target;
    this.cutsLeft = cuts;
    this.random = random;
    this.share = share;
    this.server = createServer((client) => this.forward(client));
  }

  /** Streams are always cut; other responses, which some tests need to lose data, with the given probability. */
  static async start(
    target: () => number,
    cuts: number,
    random: () => number,
    share = 0.2,
  ): Promise<CutProxy> {
    const proxy = new CutProxy(target, cuts, random, share);
    await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private forward(client: Socket): void {
    const upstream = connect(this.target(), "127.0.0.1");
    let left = this.random() < this.share ? between(this.random, 1, 250) : Number.POSITIVE_INFINITY;
    client.on("data", (request) => {
      if (/^GET \/(ws|api\/events)/.test(String(request))) left = between(this.random, 1, 1500);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        this.sockets.delete(socket);
        end();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (chunk) => {
      left -= chunk.length;
      if (left > 0 || this.cutsLeft === 0) {
        if (!client.write(chunk)) upstream.pause();
        return;
      }
      this.cutsLeft -= 1;
      upstream.destroy();
      client.write(chunk.subarray(0, chunk.length + left), end);
    });
    client.on("drain", () => upstream.resume());
  }
}
