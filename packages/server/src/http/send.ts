import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { bestEncoding, type Encoding, isCompressible, varies } from "./entry/accept-encoding.ts";
import { securityHeaders } from "./entry/security-headers.ts";

type Headers = Readonly<Record<string, string>>;

const JSON_TYPE = "application/json; charset=utf-8";

/** Answers with a whole body, compressed where it is large. Nothing happens if the client is gone. */
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

/** What compresses is loaded with the first large answer: a start need not wait for it. */
async function packed(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  return (await import("./entry/compress.ts")).compress(encoding, bytes);
}

export function sendJson(outgoing: ServerResponse, status: number, value: unknown, headers?: Headers): void {
  send(outgoing, status, JSON_TYPE, JSON.stringify(value) ?? "null", headers);
}

export function sendError(outgoing: ServerResponse, error: PolylogError): void {
  // Half an answer cannot become another one; cutting it off at least shows that it is not whole.
  if (outgoing.headersSent) outgoing.destroy();
  else sendJson(outgoing, error.status, error, errorHeaders(error));
}

/** For sockets that have no response object: upgrades that are refused, requests that could not be read. */
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
