import { z } from "zod";
import { count, id, optional, ordinal, truncation } from "./fields.ts";

/** The fields that ingest adds to every event of a session. */
export const envelopeShape = {
  id,
  sessionId: id,
  /** 1, 2, 3 … in the session's log. It alone determines the order. */
  seq: ordinal,
  /** The log's epoch: increases on restore and rewind. */
  rev: count,
  /** Milliseconds since 1970. For display, never for ordering. */
  ts: count,
  /** The version of the event type; absent means 1. */
  v: optional(ordinal),
};

/** The agent that produced it. Required if the event belongs to a run, optional otherwise. */
export const speakerShape = { agentId: id, runId: id };

/** The event's position in the run's work. */
export const placeShape = {
  responseId: optional(id),
  /** Set inside a subagent: the parent's call that started it. */
  parentCallId: optional(id),
  /** Its texts were too long and are cut; the file has the whole event as JSON. */
  cut: optional(truncation),
};

export interface Envelope {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly rev: number;
  readonly ts: number;
  readonly v?: number | undefined;
  readonly agentId?: string | undefined;
  readonly runId?: string | undefined;
  readonly responseId?: string | undefined;
  readonly parentCallId?: string | undefined;
  readonly cut?: z.infer<typeof truncation> | undefined;
}

/** The same checks as the shapes above, in the fastest plain code. */
export function isEnvelope(value: Record<string, unknown>): boolean {
  return (
    isId(value.id) &&
    isId(value.sessionId) &&
    isCount(value.seq) &&
    value.seq !== 0 &&
    isCount(value.rev) &&
    isCount(value.ts) &&
    (value.v === undefined || (isCount(value.v) && value.v !== 0)) &&
    (value.agentId === undefined || isId(value.agentId)) &&
    (value.runId === undefined || isId(value.runId)) &&
    (value.responseId === undefined || isId(value.responseId)) &&
    (value.parentCallId === undefined || isId(value.parentCallId)) &&
    (value.cut === undefined || truncation.safeParse(value.cut).success)
  );
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value.length > 0;
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && Number.isSafeInteger(value);
}

export const envelopeSchema = z.object({
  ...envelopeShape,
  agentId: optional(id),
  runId: optional(id),
  ...placeShape,
});
