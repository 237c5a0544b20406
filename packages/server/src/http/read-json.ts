import type { IncomingMessage } from "node:http";
import { PolylogError } from "../errors.ts";

/** Deeper values make code that walks them run out of stack. */
const MOST_DEPTH = 200;

/**
 * The body of a request that changes something. Only JSON is taken: a page of another site cannot send that type
 * without asking first, and nobody here answers when it asks.
 */
export async function readJson(incoming: IncomingMessage, most: number): Promise<unknown> {
  if (!hasBody(incoming) && incoming.method === "DELETE") return {};
  if (!isJson(incoming)) {
    throw new PolylogError("wrong_content_type", "The body has to be JSON: content-type: application/json.");
  }
  const text = decode(await collect(incoming, most));
  return text === "" ? {} : parse(text);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isJson({ headers }: IncomingMessage): boolean {
  const type = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;
  return (
    type.test(headers["content-type"] ?? "") && (headers["content-encoding"] ?? "identity") === "identity"
  );
}

function collect(incoming: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () =>
    new PolylogError("body_too_large", `The body may have at most ${most} bytes.`, { most });
  if (Number(incoming.headers["content-length"] ?? 0) > most) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > most) finish(tooLarge());
    };
    const onEnd = () => finish(null);
    const onClose = () =>
      finish(new PolylogError("bad_request", "The connection closed before the body was whole."));
    const finish = (error: PolylogError | null) => {
      // The stream is left as it is, not destroyed: its socket still has to carry the answer.
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      if (error === null) resolve(Buffer.concat(chunks, size));
      else reject(error);
    };
    incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new PolylogError("bad_request", "The body is not UTF-8.");
  }
}

/** The parser's own message is not passed on: it quotes the text. */
export function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PolylogError("bad_request", "The text is not JSON.");
  }
  if (isTooDeep(value, MOST_DEPTH)) {
    throw new PolylogError("bad_request", `The JSON nests deeper than ${MOST_DEPTH} levels.`);
  }
  return value;
}

function isTooDeep(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (most === 0) return true;
  return Object.values(value).some((child) => isTooDeep(child, most - 1));
}
