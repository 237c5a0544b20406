import type { IncomingMessage } from "node:http";
import { PolylogError } from "../polylog-error.ts";
import type { BodyRoom } from "./body-bounds.ts";
import { parseJson } from "./parse-json.ts";

/**
 * Reads the body of a request that changes something. Only JSON is accepted: a page of another site cannot send that
 * content type without a CORS preflight, which this server never grants.
 */
export async function readJson(incoming: IncomingMessage, most: number, room?: BodyRoom): Promise<unknown> {
  if (!hasBody(incoming) && incoming.method === "DELETE") return {};
  if (!isJson(incoming)) {
    throw new PolylogError(
      "wrong_content_type",
      "The body must be JSON. Set the header content-type: application/json.",
    );
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
    new PolylogError("body_too_large", `The body is too large. The limit is ${most} bytes.`, { most });
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
      finish(
        new PolylogError(
          "bad_request",
          "The connection closed before the body was complete. Send the request again.",
        ),
      );
    const finish = (error: PolylogError | null) => {
      // The stream is not destroyed, because its socket still has to send the response.
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      room?.give(taken);
      if (error === null) resolve(Buffer.concat(chunks, size));
      else reject(error);
    };
    incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
