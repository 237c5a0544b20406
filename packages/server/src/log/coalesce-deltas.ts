import type { EventBody } from "@polylog/core";
import { limits } from "../limits.ts";

/**
 * Joins deltas before they are written: the first of a block is sent at once, then one per few milliseconds or few
 * thousand characters. Any other event first flushes the waiting delta, so the order never changes.
 */

type Delta = Extract<
  EventBody,
  { type: "text_delta" | "thinking_delta" | "tool_output_delta" | "tool_input_delta" }
>;

const deltaTypes = new Set(["text_delta", "thinking_delta", "tool_output_delta", "tool_input_delta"]);

export interface Coalescer {
  push(body: EventBody): void;
  /** Sends the waiting delta. */
  flush(): void;
}

export function coalescer(emit: (bodies: EventBody[]) => void): Coalescer {
  let held: Delta | null = null;
  /** The block whose first delta was sent, and when its last one was. */
  let block = "";
  let sentAt = 0;
  let timer: NodeJS.Timeout | null = null;

  const take = (): EventBody[] => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const bodies = held === null ? [] : [held];
    held = null;
    return bodies;
  };
  const send = (bodies: EventBody[]) => {
    if (bodies.length === 0) return;
    sentAt = performance.now();
    emit(bodies);
  };
  const flush = () => send(take());

  return {
    push: (body) => {
      if (!isDelta(body)) {
        block = "";
        emit([...take(), body]);
        return;
      }
      const name = blockOf(body);
      if (name !== block) {
        block = name;
        send([...take(), body]);
        return;
      }
      const joined: Delta | null = held === null ? body : join(held, body);
      if (joined === null) {
        const before = take();
        held = body;
        send(before);
      } else {
        held = joined;
      }
      // Deltas that arrive more slowly than the interval need no timer.
      const rest = timer === null ? sentAt + limits.coalesceMs - performance.now() : 1;
      if (rest <= 0 || held.delta.length >= limits.coalesceChars) flush();
      else timer ??= setTimeout(flush, rest);
    },
    flush,
  };
}

/** Joins two deltas if the second continues where the first ends. */
function join(first: Delta, second: Delta): Delta | null {
  const resets = "reset" in second && second.reset === true;
  if (resets || first.offset + first.delta.length !== second.offset) return null;
  return { ...first, delta: first.delta + second.delta };
}

/** Whether the delta is short enough to be joined. */
export function isShortDelta(body: EventBody): boolean {
  return isDelta(body) && body.delta.length < limits.coalesceChars;
}

function isDelta(body: EventBody): body is Delta {
  return deltaTypes.has(body.type);
}

function blockOf(body: Delta): string {
  const about = "callId" in body ? body.callId : `${body.responseId}/${body.block ?? 0}`;
  return `${body.type}/${body.runId}/${body.parentCallId ?? ""}/${about}`;
}
