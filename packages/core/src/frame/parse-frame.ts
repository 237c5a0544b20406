import { z } from "zod";
import type { PolylogEvent } from "../events/all-events.ts";
import { anything, count, fieldCheckOf, id, optional, text } from "../events/fields.ts";
import { checkEvent, type ParseError, type ParseErrorCode } from "../events/parse.ts";
import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { messageOf } from "../message-of.ts";
import { isControl } from "./control-frame.ts";
import type { Frame } from "./frame.ts";

/** Parses the lines of a stream into frames and their events. */

export type FrameResult =
  /** `event` is null for a frame outside the log. */
  | { readonly ok: true; readonly frame: Frame; readonly event: PolylogEvent | null }
  | { readonly ok: false; readonly error: ParseError };

const frameShape = {
  id,
  seq: count,
  rev: count,
  ts_ms: count,
  kind: id,
  phase: optional(text),
  text: optional(text),
  agent_id: optional(text),
  session_id: optional(text),
  project_root: optional(text),
  data: anything,
};
const frameSchema = z.object(frameShape);
const fields = Object.entries(frameShape).map(
  ([key, schema]) => [key, fieldCheckOf(schema).accepts] as const,
);

export function parseFrame(line: string): FrameResult {
  if (line.length > limits.eventLine) {
    return failed(
      "line_too_long",
      `The line has ${line.length} characters; the limit is ${limits.eventLine}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return failed("bad_json", messageOf(error));
  }
  if (isTooDeep(value, limits.jsonDepth + 1)) {
    return failed("too_deep", `The frame nests deeper than ${limits.jsonDepth} levels.`);
  }
  if (!isFrame(value)) return explain(value);
  const result = checkEvent(value.data);
  if (!result.ok) {
    if (isControl(value)) return { ok: true, frame: value, event: null };
    return { ok: false, error: { ...result.error, path: ["data", ...result.error.path] } };
  }
  const { event } = result;
  return {
    ok: true,
    frame: value,
    event: event.type === "opaque" ? { ...event, raw: rawData(line, event.raw) } : event,
  };
}

function isFrame(value: unknown): value is Frame {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return fields.every(([key, accepts]) => accepts((value as Record<string, unknown>)[key]));
}

function explain(value: unknown): FrameResult {
  const issue = frameSchema.safeParse(value).error?.issues[0];
  return failed("bad_envelope", issue?.message ?? "A frame must be a JSON object.", issue?.path.map(String));
}

const DATA = ',"data":';

/**
 * The bytes of the event inside a line that Polylog wrote: `data` comes last, and its name cannot occur earlier, because a
 * quote inside a string is escaped. For other lines, the event is serialized again.
 */
function rawData(line: string, written: string): string {
  const raw = line.slice(line.indexOf(DATA) + DATA.length, line.lastIndexOf("}"));
  try {
    return JSON.stringify(JSON.parse(raw)) === written ? raw : written;
  } catch {
    // The braces are not those of the data: serialize it again.
    return written;
  }
}

function failed(code: ParseErrorCode, reason: string, path: readonly string[] = []): FrameResult {
  return { ok: false, error: { code, path, reason } };
}
