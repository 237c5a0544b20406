import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { PolylogError } from "../../errors.ts";
import { limits as defaults } from "../../limits.ts";
import { sendJson } from "../send.ts";
import { BasePath } from "./base-path.ts";
import { Guard, isLoopback } from "./guard.ts";
import { createNodeServer, type HttpLimits, listen, shutDown, type TlsFiles } from "./node-server.ts";
import { securityHeaders } from "./security-headers.ts";

export interface DoorOptions {
  readonly version: string;
  readonly host: string;
  /** 0 takes any port that is free. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** Other origins under which people reach this server, as behind a proxy. */
  readonly origins?: readonly string[] | undefined;
  /** A path such as /polylog, below which a proxy serves this too. */
  readonly basePath?: string | undefined;
  /** Said on purpose: listen beyond this machine although nothing is encrypted. */
  readonly allowPlainNetwork?: boolean | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
}

const HEALTH = "/api/health";

/** What answers those who were let in. */
export interface Inside {
  request(incoming: IncomingMessage, outgoing: ServerResponse): void;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * Where others come in. It is there before what lies behind it: until then it says that the server is well, and
 * whoever wants more waits and is answered as if he had come later.
 */
export class Door {
  readonly url: string;
  readonly limits: HttpLimits;
  readonly guard: Guard;
  readonly basePath: BasePath;
  private readonly server: Server;
  private readonly version: string;
  private inside: Inside | null = null;
  private readonly waiting: ((inside: Inside) => void)[] = [];
  private readonly knocked = Promise.withResolvers<void>();

  static async open(options: DoorOptions): Promise<Door> {
    checkBind(options);
    const { heartbeatMs } = defaults;
    const limits: HttpLimits = { ...defaults.http, heartbeatMs, ...options.limits };
    const server = await createNodeServer(limits, options.tls);
    const guard = new Guard({ ...options, scheme: options.tls === undefined ? "http" : "https" });
    const basePath = new BasePath(options.basePath);
    const url = await listen(server, options.host, options.port);
    return new Door({ url, limits, guard, basePath, server, version: options.version });
  }

  private constructor(parts: Pick<Door, "url" | "limits" | "guard" | "basePath"> & DoorParts) {
    ({
      url: this.url,
      limits: this.limits,
      guard: this.guard,
      basePath: this.basePath,
      server: this.server,
      version: this.version,
    } = parts);
    this.server.on("request", (incoming, outgoing) => {
      if (this.inside !== null) this.inside.request(incoming, outgoing);
      else if (this.isAboutHealth(incoming)) this.sayWell(outgoing);
      else this.keep(outgoing, (inside) => inside.request(incoming, outgoing));
    });
    this.server.on("upgrade", (incoming, socket, head) => {
      if (this.inside !== null) this.inside.upgrade(incoming, socket, head);
      else this.keep(socket, (inside) => inside.upgrade(incoming, socket, head));
    });
  }

  /** Resolves when somebody waits, at the latest after so many milliseconds. */
  async someoneWaits(ms: number): Promise<void> {
    const late = new AbortController();
    await Promise.race([this.knocked.promise, pause(ms, undefined, { signal: late.signal })]);
    late.abort();
  }

  admit(inside: Inside): void {
    this.inside = inside;
    for (const enter of this.waiting.splice(0)) enter(inside);
  }

  close(): Promise<void> {
    return shutDown(this.server, this.limits.closeMs);
  }

  private keep(stream: ServerResponse | Duplex, enter: (inside: Inside) => void): void {
    // Nobody else listens yet, and an error that nobody hears ends the process.
    stream.on("error", () => stream.destroy());
    this.waiting.push((inside) => {
      if (!stream.destroyed) enter(inside);
    });
    this.knocked.resolve();
  }

  private isAboutHealth(incoming: IncomingMessage): boolean {
    return incoming.method === "GET" && this.basePath.isAt(incoming, HEALTH) && !this.guard.check(incoming);
  }

  private sayWell(outgoing: ServerResponse): void {
    outgoing.setHeaders(securityHeaders as Map<string, string>);
    sendJson(outgoing, 200, { ok: true, version: this.version });
  }
}

interface DoorParts {
  readonly server: Server;
  readonly version: string;
}

function checkBind({ host, tls, allowPlainNetwork }: DoorOptions): void {
  if (isLoopback(host) || tls !== undefined || allowPlainNetwork === true) return;
  throw new PolylogError(
    "bad_config",
    `Listening on ${host} without TLS would let others on the network read along.`,
    { host },
  );
}
