import { networkError } from "../client-error.ts";
import type { SseMessage } from "./sse-parser.ts";
import { SseParser } from "./sse-parser.ts";

/** Reads a response until it ends, which a stream of events never does by itself: the end is an error. */
export async function readSse(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
  deliver: (message: SseMessage) => void,
): Promise<never> {
  const parser = new SseParser(deliver);
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      // The next piece is asked for once this one is dealt with, so a slow reader slows the server down.
      const { done, value } = await reader.read();
      if (done) throw networkError("The server ended the stream.");
      alive();
      parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Also after a frame that could not be read: nobody needs the rest, or an error about it.
    reader.cancel().catch(() => undefined);
  }
}
