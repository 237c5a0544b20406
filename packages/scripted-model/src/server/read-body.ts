import type { IncomingMessage } from "node:http";
import { limits } from "../limits.ts";

/** A request's body as text; null if it is larger than it may be. What is too much is not kept. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limits.bodyBytes) chunks.push(chunk);
  }
  return bytes > limits.bodyBytes ? null : Buffer.concat(chunks).toString("utf8");
}
