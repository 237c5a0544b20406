import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "../limits.ts";
import type { PolylogError } from "../polylog-error.ts";
import { bestEncoding, type Encoding, isCompressible, varies } from "./entry/accept-encoding.ts";
import { securityHeaders } from "./entry/security-headers.ts";

type Headers = Readonly<Record<string, string>>;

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends a complete body, compressed if it is large. Does nothing if the client has disconnected. */
export function send(
  outgoing: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers?: Headers,
): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  const bytes = Buffer.from(body);
  const end = (content: Buffer, more: Headers) => {
    if (outgoing.destroyed || outgoing.headersSent) return;
    const length = { "content-type": type, "content-length": content.length };
    outgoing.writeHead(status, { ...length, ...headers, ...more }).end(content);
  };
  if (bytes.length < limits.http.compressBytes || !isCompressible(type)) return end(bytes, {});
  const encoding = bestEncoding(outgoing.req);
  if (encoding === null) return end(bytes, varies);
  packed(encoding, bytes).then(
    (content) => end(content, { ...varies, "content-encoding": encoding }),
    () => end(bytes, varies),
  );
}

/** Loads the compression code with the first large response to keep the start fast. */
async function packed(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  return (await import("./entry/compress.ts")).compress(encoding, bytes);
}

export function sendJson(outgoing: ServerResponse, status: number, value: unknown, headers?: Headers): void {
  send(outgoing, status, JSON_TYPE, JSON.stringify(value) ?? "null", headers);
}

export function sendError(outgoing: ServerResponse, error: PolylogError): void {
  // A partly sent response cannot be replaced. Closing the connection shows at least that it is incomplete.
  if (outgoing.headersSent) outgoing.destroy();
  else sendJson(outgoing, error.status, error, errorHeaders(error));
}

/** For sockets without a response object: rejected upgrades and unreadable requests. */
export function sendErrorOnSocket(socket: Duplex, error: PolylogError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(error);
  const headers = {
    ...Object.fromEntries(securityHeaders),
    ...errorHeaders(error),
    "content-type": JSON_TYPE,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`, () => {
    socket.destroy();
  });
}

function errorHeaders({ code, details }: PolylogError): Headers {
  if (code === "not_authenticated") return { "www-authenticate": "Bearer" };
  if (code === "method_not_allowed") return { allow: String(details.allow) };
  if (typeof details.retry_after === "number") return { "retry-after": String(details.retry_after) };
  return {};
}
