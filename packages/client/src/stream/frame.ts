import type { Changeable, FrameHeader, ParseResult, PolylogEvent } from "@polylog/core";
import { changeable, checkEvent, isResync, parseEvent, parseFrame } from "@polylog/core";
import { ClientError } from "../client-error.ts";
import type { SseMessage } from "./sse-parser.ts";

/** The wire format, and how to parse it. */

/** An event with its header, with the names of the wire. */
export interface EventFrame extends FrameHeader {
  /** Null for a frame outside the log. `phase: "resync"` means that events were missed and cannot be listed. */
  readonly data: PolylogEvent | null;
  /**
   * With `phase: "sync"`: the data outside the log that changed, of the named session or project, or of all. Absent if anything
   * may have changed, for example after a lost connection.
   */
  readonly changed?: Changeable;
}

export type Reading =
  | { readonly kind: "event"; readonly frame: EventFrame; readonly event: PolylogEvent }
  /** Reload the named session, or every session. */
  | { readonly kind: "resync"; readonly frame: EventFrame; readonly sessionId: string | null }
  /** Outside the log: no event to fold. Heartbeats have no frame. */
  | { readonly kind: "other"; readonly frame: EventFrame | null };

type Wire = Record<string, unknown>;

const heartbeat: Reading = { kind: "other", frame: null };

/** Throws if an event is unreadable: skipping it would leave a gap. */
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
    throw badFrame("it is not valid JSON", cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badFrame("it is not an object");
  return value as Wire;
}

/** A message that consists of one event. */
export function readEventLine(line: string, value: Wire): PolylogEvent {
  return readEvent(parseEvent(line), value);
}

/** An event from a list in a response. */
export function readEventValue(value: unknown): PolylogEvent {
  return readEvent(checkEvent(value), value as Wire);
}

/**
 * An event of a known type with unexpected content is shown as an unknown event: it has its place in the log, and later events
 * must not wait for it.
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
  const message = `The server sent an unreadable event: ${why}.`;
  return new ClientError("bad_frame", message, { retryable: true, cause });
}
