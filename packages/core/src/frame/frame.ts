import type { EventType, PolylogEvent } from "../events/all-events.ts";
import { serializeEvent } from "../events/parse.ts";
import { type FrameRow, frameRows } from "./table.ts";

/** An event in the form that SSE transmits: a header with its kind and phase, and the event itself as `data`. */
export interface Frame extends FrameHeader {
  readonly data: unknown;
}

export interface FrameHeader {
  readonly id: string;
  readonly seq: number;
  readonly rev: number;
  readonly ts_ms: number;
  readonly kind: string;
  readonly phase?: string;
  readonly text?: string;
  readonly agent_id?: string;
  readonly session_id?: string;
  readonly project_root?: string;
}

/** Context that the log's event does not contain. */
export interface FrameContext {
  readonly projectRoot?: string | undefined;
}

/**
 * The line to send, created once for all clients. `line` is the stored event, if available; its bytes are sent unchanged, and
 * so are those of an unknown event.
 */
export function serializeFrame(
  event: PolylogEvent,
  context: FrameContext = {},
  line = serializeEvent(event),
): string {
  return `${JSON.stringify(headerOf(event, context)).slice(0, -1)},"data":${line}}`;
}

interface Carrier {
  readonly kind: string;
  readonly phase: (event: never) => string | null;
  readonly text: (event: never) => string | undefined;
}

const nothing = () => undefined;

const carriers: ReadonlyMap<string, Carrier> = new Map(
  frameRows.flatMap((row: FrameRow) =>
    (Object.keys(row.carries) as EventType[]).map((type): [string, Carrier] => {
      const { phase = () => row.phase, text = nothing } = row.carries[type] ?? {};
      return [type, { kind: row.kind, phase, text }];
    }),
  ),
);

type Draft = { -readonly [Key in keyof FrameHeader]: FrameHeader[Key] };

function headerOf(event: PolylogEvent, { projectRoot }: FrameContext): FrameHeader {
  const carrier = carriers.get(event.type);
  const ownType = event.type === "opaque" ? event.eventType : event.type;
  const phase = carrier === undefined ? ownType : carrier.phase(event as never);
  const text = carrier?.text(event as never);
  const { id, seq, rev, ts, agentId, sessionId } = event;
  const header: Draft = { id, seq, rev, ts_ms: ts, kind: carrier?.kind ?? "run" };
  if (phase !== null) header.phase = phase;
  if (text !== undefined) header.text = text;
  if (agentId !== undefined) header.agent_id = agentId;
  header.session_id = sessionId;
  if (projectRoot !== undefined) header.project_root = projectRoot;
  return header;
}
