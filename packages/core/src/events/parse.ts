import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { messageOf } from "../message-of.ts";
import { definitionOf, type PolylogEvent } from "./all-events.ts";
import type { EventDefinition } from "./define.ts";
import { shareIds } from "./delta.ts";
import { envelopeSchema, isEnvelope } from "./envelope.ts";
import type { OpaqueEvent } from "./other.ts";

/** Parses lines into events. Outside events are checked only here; the rest of the code trusts them. */

export type ParseErrorCode = "line_too_long" | "bad_json" | "too_deep" | "bad_envelope" | "bad_payload";

export interface ParseError {
  readonly code: ParseErrorCode;
  /** The path within the event; empty for the event as a whole. */
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

export type ParseResult =
  | { readonly ok: true; readonly event: PolylogEvent }
  | { readonly ok: false; readonly error: ParseError };

export function parseEvent(line: string): ParseResult {
  if (line.length > limits.eventLine) {
    return failed(
      "line_too_long",
      [],
      `The line has ${line.length} characters; the limit is ${limits.eventLine}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return failed("bad_json", [], messageOf(error));
  }
  return checkEvent(value, line);
}

/** Checks a value that is already parsed. `raw` is its source line, kept for unknown events. */
export function checkEvent(value: unknown, raw?: string): ParseResult {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return failed("bad_envelope", [], "An event must be a JSON object.");
  }
  const candidate = value as Record<string, unknown>;
  // A shorter line cannot nest too deeply: every level takes two characters.
  const mayBeDeep = raw === undefined || raw.length > 2 * limits.jsonDepth;
  const { type } = candidate;
  const definition = typeof type === "string" ? definitionOf(type) : undefined;
  if (!mayBeDeep && definition?.quick?.(candidate, definition.type))
    return { ok: true, event: candidate as unknown as PolylogEvent };
  if (definition?.seen.accepts(candidate)) {
    shareIds(candidate, definition.type);
    return { ok: true, event: candidate as unknown as PolylogEvent };
  }
  if (mayBeDeep && isTooDeep(value)) return tooDeep;
  if (!isEnvelope(candidate)) return explain("bad_envelope", envelopeSchema, candidate);
  if (typeof type !== "string" || type === "") {
    return failed("bad_envelope", ["type"], "An event must have a type.");
  }
  const version = candidate.v ?? 1;
  if (definition === undefined || version !== definition.version) {
    const bytes = raw ?? JSON.stringify(candidate);
    // Its bytes are kept unchanged, and logs, exports and streams consist of lines.
    if (/[\r\n]/.test(bytes))
      return failed("bad_json", [], "An event must be a single line; this one has several.");
    return { ok: true, event: opaque(candidate, bytes) };
  }
  if (!definition.check(candidate)) return explain("bad_payload", definition.schema, candidate);
  definition.seen.add(candidate);
  shareIds(candidate, definition.type);
  return { ok: true, event: candidate as unknown as PolylogEvent };
}

/** The line that an event is stored and sent as. For unknown events, the original bytes. */
export function serializeEvent(event: PolylogEvent): string {
  return event.type === "opaque" ? event.raw : JSON.stringify(event);
}

const tooDeep = failed("too_deep", [], `The event nests deeper than ${limits.jsonDepth} levels.`);

function opaque(value: Record<string, unknown>, raw: string): OpaqueEvent {
  const { id, sessionId, seq, rev, ts, agentId, runId, responseId, parentCallId } =
    value as unknown as OpaqueEvent;
  return {
    type: "opaque",
    eventType: value.type as string,
    id,
    sessionId,
    seq,
    rev,
    ts,
    agentId,
    runId,
    responseId,
    parentCallId,
    raw,
  };
}

function explain(code: ParseErrorCode, schema: EventDefinition["schema"], value: unknown): ParseResult {
  const issue = schema.safeParse(value).error?.issues[0];
  const path = (issue?.path ?? []).map((step) => (typeof step === "symbol" ? String(step) : step));
  return failed(code, path, issue?.message ?? "The event does not match its schema.");
}

function failed(code: ParseErrorCode, path: readonly (string | number)[], reason: string): ParseResult {
  return { ok: false, error: { code, path, reason } };
}
