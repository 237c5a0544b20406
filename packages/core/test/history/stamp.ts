import { definitions, type PolylogEvent, parseEvent } from "../../src/index.ts";

/** An event as a backend provides it: without the fields that ingest adds. */
export type Unstamped = Readonly<Record<string, unknown>> & { readonly type: string };

const sessionId = "session-1";
const firstMs = Date.UTC(2026, 2, 4, 12);
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The log of a session: seq 1, 2, 3 …, each event checked. Clocks jump, because nothing may depend on them. */
export function stamp(events: readonly Unstamped[]): PolylogEvent[] {
  return events.map((event, index) => stampOne(event, index + 1));
}

export function stampOne(event: Unstamped, seq: number): PolylogEvent {
  const parsed = parseEvent(lineOf(event, seq));
  if (!parsed.ok) throw new Error(`${JSON.stringify(parsed.error)} in ${JSON.stringify(event)}`);
  return parsed.event;
}

/** The line in the log. A line of an unknown event is not formatted like Polylog's own, and must be returned unchanged. */
export function lineOf(event: Unstamped, seq: number): string {
  const line = JSON.stringify({
    id: ulid(seq),
    sessionId,
    seq,
    rev: 1,
    ts: firstMs + ((seq * 7_919) % 1_009),
    ...event,
  });
  const known = definitions.has(event.type) && event.v === undefined;
  return known ? line : `{ "big" : 12345678901234567890.00,${line.slice(1, -1)} ,"\\u0061":[ ]}`;
}

function ulid(seq: number): string {
  const low = crockford[seq & 31] as string;
  const high = crockford[(seq >> 5) & 31] as string;
  return `01JNFP3C00${"0".repeat(14)}${high}${low}`;
}
