import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { limits as defaults } from "../../limits.ts";
import { PolylogError } from "../../polylog-error.ts";
import { sendJson } from "../send.ts";
import { BasePath } from "./base-path.ts";
import { Guard, isLoopback } from "./guard.ts";
import { createNodeServer, type HttpLimits, listen, shutDown, type TlsFiles } from "./node-server.ts";
import { securityHeaders } from "./security-headers.ts";

export interface ListenOptions {
  readonly version: string;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** Additional origins of this server, such as the origin of a proxy. */
  readonly origins?: readonly string[] | undefined;
  /** A path such as /polylog below which a proxy also serves it. */
  readonly basePath?: string | undefined;
  /** Accepts connections from other machines without TLS. */
  readonly allowPlainNetwork?: boolean | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
}

const HEALTH = "/api/health";

/** Answers requests once the server is ready. */
export interface RequestHandlers {
  request(incoming: IncomingMessage, outgoing: ServerResponse): void;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * Listens before the server is ready. Until handlers are attached it answers only health checks; other requests wait and
 * are then handled in order.
 */
export class EarlyListener {
  readonly url: string;
  readonly limits: HttpLimits;
  readonly guard: Guard;
  readonly basePath: BasePath;
  private readonly server: Server;
  private readonly version: string;
  private handlers: RequestHandlers | null = null;
  private readonly waiting: ((handlers: RequestHandlers) => void)[] = [];
  private readonly firstRequest = Promise.withResolvers<void>();

  static async open(options: ListenOptions): Promise<EarlyListener> {
    checkBind(options);
    const { heartbeatMs } = defaults;
    const limits: HttpLimits = { ...defaults.http, heartbeatMs, ...options.limits };
    const server = await createNodeServer(limits, options.tls);
    const guard = new Guard({ ...options, scheme: options.tls === undefined ? "http" : "https" });
    const basePath = new BasePath(options.basePath);
    const url = await listen(server, options.host, options.port);
    return new EarlyListener({ url, limits, guard, basePath, server, version: options.version });
  }

  private constructor(parts: Pick<EarlyListener, "url" | "limits" | "guard" | "basePath"> & ListenerParts) {
    ({
      url: this.url,
      limits: this.limits,
      guard: this.guard,
      basePath: this.basePath,
      server: this.server,
      version: this.version,
    } = parts);
    this.server.on("request", (incoming, outgoing) => {
      if (this.handlers !== null) this.handlers.request(incoming, outgoing);
      else if (this.isHealthRequest(incoming)) this.sendHealth(outgoing);
      else this.wait(outgoing, (handlers) => handlers.request(incoming, outgoing));
    });
    this.server.on("upgrade", (incoming, socket, head) => {
      if (this.handlers !== null) this.handlers.upgrade(incoming, socket, head);
      else this.wait(socket, (handlers) => handlers.upgrade(incoming, socket, head));
    });
  }

  /** Resolves when a request is waiting, or after `ms` milliseconds at the latest. */
  async waitForRequest(ms: number): Promise<void> {
    const timer = new AbortController();
    await Promise.race([this.firstRequest.promise, pause(ms, undefined, { signal: timer.signal })]);
    timer.abort();
  }

  attach(handlers: RequestHandlers): void {
    this.handlers = handlers;
    for (const handle of this.waiting.splice(0)) handle(handlers);
  }

  close(): Promise<void> {
    return shutDown(this.server, this.limits.closeMs);
  }

  private wait(stream: ServerResponse | Duplex, handle: (handlers: RequestHandlers) => void): void {
    // An unhandled error event would end the process.
    stream.on("error", () => stream.destroy());
    this.waiting.push((handlers) => {
      if (!stream.destroyed) handle(handlers);
    });
    this.firstRequest.resolve();
  }

  private isHealthRequest(incoming: IncomingMessage): boolean {
    return incoming.method === "GET" && this.basePath.isAt(incoming, HEALTH) && !this.guard.check(incoming);
  }

  private sendHealth(outgoing: ServerResponse): void {
    outgoing.setHeaders(securityHeaders as Map<string, string>);
    sendJson(outgoing, 200, { ok: true, version: this.version });
  }
}

interface ListenerParts {
  readonly server: Server;
  readonly version: string;
}

function checkBind({ host, tls, allowPlainNetwork }: ListenOptions): void {
  if (isLoopback(host) || tls !== undefined || allowPlainNetwork === true) return;
  throw new PolylogError(
    "bad_config",
    `Listening on ${host} without TLS would let others on the network read everything. Set up TLS, or allow it explicitly.`,
    { host },
  );
}
