import type { IncomingMessage } from "node:http";
import { PolylogError } from "../errors.ts";
import type { BodyRoom } from "./body-bounds.ts";
import { parseJson } from "./parse-json.ts";

/**
 * The body of a request that changes something. Only JSON is taken: a page of another site cannot send that type
 * without asking first, and nobody here answers when it asks.
 */
export async function readJson(incoming: IncomingMessage, most: number, room?: BodyRoom): Promise<unknown> {
  if (!hasBody(incoming) && incoming.method === "DELETE") return {};
  if (!isJson(incoming)) {
    throw new PolylogError("wrong_content_type", "The body has to be JSON: content-type: application/json.");
  }
  const bytes = await collect(incoming, most, room);
  return bytes.length === 0 ? {} : parseJson(bytes);
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

function collect(incoming: IncomingMessage, most: number, room: BodyRoom | undefined): Promise<Buffer> {
  const tooLarge = () =>
    new PolylogError("body_too_large", `The body may have at most ${most} bytes.`, { most });
  if (Number(incoming.headers["content-length"] ?? 0) > most) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let taken = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) return finish(tooLarge());
      try {
        room?.take(chunk.length);
      } catch (error) {
        return finish(error as PolylogError);
      }
      taken = size;
      chunks.push(chunk);
    };
    const onEnd = () => finish(null);
    const onClose = () =>
      finish(new PolylogError("bad_request", "The connection closed before the body was whole."));
    const finish = (error: PolylogError | null) => {
      // The stream is left as it is, not destroyed: its socket still has to carry the answer.
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      room?.give(taken);
      if (error === null) resolve(Buffer.concat(chunks, size));
      else reject(error);
    };
    incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
