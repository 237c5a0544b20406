import { limits } from "../limits.ts";
import { SseEventSize } from "../sse-event-size.ts";
import { StreamFault } from "./model-failure.ts";

const MEGABYTE = 1024 * 1024;

/**
 * A fetch for model calls. It bounds each answer and each event, because the provider's library buffers an event until
 * it ends. Error bodies are truncated: the status is enough.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  const body = response.ok ? boundedAnswer(response.body) : cutBody(response.body);
  return new Response(body, response);
};

function boundedAnswer(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const meter = new SseEventSize();
  let total = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        meter.add(chunk);
        total += chunk.length;
        if (meter.longest > limits.eventBytes) throw tooLong("an event", limits.eventBytes);
        if (total > limits.responseBytes) throw tooLong("a response", limits.responseBytes);
        controller.enqueue(chunk);
      },
    }),
  );
}

function tooLong(what: string, bytes: number): StreamFault {
  const message = `The model server sent ${what} larger than ${bytes / MEGABYTE} MB. Check base_url: it may not point to a model server.`;
  return new StreamFault("answer_too_long", message);
}

function cutBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left: number = limits.errorBytes;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        // Also stops reading the response.
        if (left <= 0) controller.terminate();
      },
    }),
  );
}
