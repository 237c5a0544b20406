import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { SseEventSize } from "../sse-event-size.ts";
import { limits } from "./limits.ts";

/**
 * A fetch with bounded answers: the whole answer, or each event of an event stream. Calls `onCut` if the stream that
 * carries an answer breaks and cannot be resumed, because the SDK would not report it to the waiting caller.
 */
export function boundedFetch(onCut: () => void): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const isAnswer = isStream && init?.method === "POST";
    const body = bounded(response.body, isStream, (canResume) => {
      if (isAnswer && !canResume && init?.signal?.aborted !== true) onCut();
    });
    const copy = new Response(body, response);
    Object.defineProperty(copy, "url", { value: response.url });
    return copy;
  };
}

function bounded(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
  onBroken: (canResume: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const meter = new SseEventSize();
  let total = 0;
  let canResume = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        if (isStream) canResume ||= hasEventId(value);
        if (isStream) meter.add(value);
        else total += value.length;
        if (Math.max(total, meter.longest) > limits.messageBytes) throw new Error(tooLarge);
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        // The connection is already broken.
        void reader.cancel().catch(() => undefined);
        onBroken(canResume && !(error instanceof Error && error.message === tooLarge));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const tooLarge = `It sent a message larger than ${limits.messageBytes} bytes.`;

/** Streams with event ids can be resumed after a break. */
function hasEventId(chunk: Uint8Array): boolean {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return text.subarray(0, 3).equals(eventId) || text.includes("\nid:");
}

const eventId = Buffer.from("id:");
