import type { Changeable, FrameHeader, ParseResult, PolylogEvent } from "@polylog/core";
import { changeable, checkEvent, isResync, parseEvent, parseFrame } from "@polylog/core";
import { ClientError } from "../client-error.ts";
import type { SseMessage } from "./sse-parser.ts";

/** What comes down the wire, and how it is read. */

/** An event with its header. The names are the wire's own. */
export interface EventFrame extends FrameHeader {
  /** Null where the frame says something beside the log: `phase: "resync"`, what was missed cannot be told. */
  readonly data: PolylogEvent | null;
  /**
   * With `phase: "sync"`: what changed beside the log, of the session or project that is named, or of all. Absent where
   * anything may have changed, as after a lost connection.
   */
  readonly changed?: Changeable;
}

export type Reading =
  | { readonly kind: "event"; readonly frame: EventFrame; readonly event: PolylogEvent }
  /** Begin anew: the session that is named, or every one. */
  | { readonly kind: "resync"; readonly frame: EventFrame; readonly sessionId: string | null }
  /** Said beside the log: nothing to fold. Heartbeats have no frame. */
  | { readonly kind: "other"; readonly frame: EventFrame | null };

type Wire = Record<string, unknown>;

const heartbeat: Reading = { kind: "other", frame: null };

/** Throws where an event cannot be read: to go on without it would leave a hole. */
export function readFrame({ event: name, data: text }: SseMessage): Reading {
  if (name === "heartbeat" || !text.startsWith("{")) return heartbeat;
  const parsed = parseFrame(text);
  if (parsed.ok && parsed.event !== null) return eventReading(parsed.frame, parsed.event);
  const frame = parsed.ok ? parsed.frame : (parseObject(text) as unknown as FrameHeader & { data: unknown });
  if (isResync(frame)) {
    return { kind: "resync", frame: { ...frame, data: null }, sessionId: frame.session_id ?? null };
  }
  const { data } = frame;
  if (typeof data !== "object" || data === null || !("seq" in data)) {
    if (frame.phase === "heartbeat") return heartbeat;
    return { kind: "other", frame: { ...frame, data: null, ...changeIn(frame.phase, data) } };
  }
  return eventReading(frame, readEventValue(data));
}

function changeIn(phase: string | undefined, data: unknown): Pick<EventFrame, "changed"> {
  const { changed } = (data ?? {}) as { readonly changed?: unknown };
  const known = phase === "sync" ? changeable.find((each) => each === changed) : undefined;
  return known === undefined ? {} : { changed: known };
}

function eventReading(frame: FrameHeader, event: PolylogEvent): Reading {
  return { kind: "event", frame: { ...frame, data: event }, event };
}

export function parseObject(text: string): Wire {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badFrame("it is not JSON", cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badFrame("it is no object");
  return value as Wire;
}

/** An event that is its own message. */
export function readEventLine(line: string, value: Wire): PolylogEvent {
  return readEvent(parseEvent(line), value);
}

/** An event out of a list in an answer. */
export function readEventValue(value: unknown): PolylogEvent {
  return readEvent(checkEvent(value), value as Wire);
}

/**
 * An event of a known type whose content does not fit is shown as one that is not understood: it has its place in the
 * log, and what comes after it must not wait for it.
 */
function readEvent(result: ParseResult, value: Wire): PolylogEvent {
  if (result.ok) return result.event;
  if (result.error.code === "bad_payload") {
    const unknown = checkEvent({ ...value, v: Number.MAX_SAFE_INTEGER }, JSON.stringify(value));
    if (unknown.ok) return unknown.event;
  }
  throw badFrame(`${result.error.path.join(".")}: ${result.error.reason}`);
}

function badFrame(why: string, cause?: unknown): ClientError {
  const message = `The server sent something that cannot be read: ${why}.`;
  return new ClientError("bad_frame", message, { retryable: true, cause });
}
