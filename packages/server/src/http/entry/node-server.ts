import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { limits } from "../../limits.ts";
import { PolylogError } from "../../polylog-error.ts";
import { sendErrorOnSocket } from "../send.ts";

export type HttpLimits = {
  readonly [K in keyof typeof limits.http | "heartbeatMs"]: number;
};

export interface TlsFiles {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** Node's HTTP server, with a limit on everything that an unauthenticated client could make it hold. */
export async function createNodeServer(limits: HttpLimits, tls: TlsFiles | undefined): Promise<Server> {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    // A request without a Host is answered like one with an unknown Host.
    requireHostHeader: false,
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === "websocket",
  };
  // TLS is slow to load, and most servers have no certificate.
  const server: Server =
    tls === undefined
      ? createServer(options)
      : (await import("node:https")).createServer({ ...options, ...tls });
  server.maxHeadersCount = limits.headers;
  server.maxRequestsPerSocket = limits.requestsPerSocket;
  server.maxConnections = limits.connections;
  server.setTimeout(limits.silentMs);
  const answering = new WeakMap<Duplex, number>();
  const count = (socket: Duplex, change: number) =>
    answering.set(socket, (answering.get(socket) ?? 0) + change);
  server.on("request", ({ socket }, outgoing) => {
    count(socket, 1);
    outgoing.once("close", () => count(socket, -1));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // In the middle of a response, an error response would be read as part of it.
    if (error.code === "ECONNRESET" || (answering.get(socket) ?? 0) > 0) socket.destroy();
    else sendErrorOnSocket(socket, readError(error.code));
  });
  return server;
}

function readError(code: string | undefined): PolylogError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new PolylogError("headers_too_large", "The headers are too large. Send fewer or shorter ones.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new PolylogError("request_timeout", "The request took too long to arrive. Retry.");
  }
  return new PolylogError(
    "bad_request",
    "Invalid HTTP request. Check the protocol (http or https) and the port.",
  );
}

/** Resolves with the server's address once it accepts connections. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw bindError(error, host, port);
  });
  server.off("error", reject);
  const scheme = "setSecureContext" in server ? "https" : "http";
  const name = host === "0.0.0.0" || host === "::" || host === "" ? "localhost" : host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${(server.address() as AddressInfo).port}`;
}

function bindError(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  const advice = "Choose another port with --port, or 0 for any free one.";
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. ${advice}`,
    EACCES: `You do not have permission to use port ${port}. ${advice}`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose one of its addresses with --host.`,
    ENOTFOUND: `Cannot resolve the host name ${host}. Check --host.`,
  };
  const message = why[error.code ?? ""];
  if (message === undefined) return error;
  return new PolylogError("bad_config", message, { host, port, reason: error.code }, error);
}

/** Waits for requests in progress, then closes the remaining connections. */
export async function shutDown(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Closes connections that have just been answered and would otherwise be kept for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
