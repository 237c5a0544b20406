import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy between a browser and a server that forwards everything unchanged until it is cut. */
export class Line {
  readonly url: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private target = 0;
  private isCut = false;

  static async open(): Promise<Line> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Line(server);
  }

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket) => this.handOn(socket));
  }

  leadTo(url: string): void {
    this.target = Number(new URL(url).port);
  }

  /** Drops all traffic without closing connections. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private handOn(near: Socket): void {
    if (this.isCut) return void near.destroy();
    const far = connect(this.target, "127.0.0.1");
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        this.sockets.delete(socket);
        end();
      });
    }
    near.pipe(far).pipe(near);
  }
}
