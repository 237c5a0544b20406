import { networkError } from "../client-error.ts";
import { type SseMessage, SseParser } from "./sse-parser.ts";

/** Reads a response until it ends. A stream of events never ends normally, so its end is an error. */
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
      // The next piece is requested once this one is processed, so a slow reader slows the server down.
      const { done, value } = await reader.read();
      if (done) throw networkError("The server ended the stream.");
      alive();
      parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Also after an unreadable frame: the rest is not needed, and neither is an error about it.
    reader.cancel().catch(() => undefined);
  }
}
