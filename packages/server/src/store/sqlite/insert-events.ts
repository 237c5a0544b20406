import type { ProjectionTables } from "../projections/projection-tables.ts";
import { projectEvent } from "../projections/runs-and-asks.ts";
import { searchableTypes } from "../search/search-text.ts";
import type { Append } from "../store.ts";
import { lineChecksum, sessionSeed } from "./checksum.ts";
import { change } from "./rows.ts";
import { eventColumns, type Statements, someEventsColumns } from "./statements.ts";

const searchable: ReadonlySet<string> = new Set(searchableTypes);
const none: ReadonlySet<number> = new Set();

/** The target of events of one session. */
export interface EventPlace {
  /** The session's number inside the database. */
  readonly session: number;
  readonly sessionId: string;
  /** The position of the first event; the others follow. */
  readonly position: number;
}

/** Inside a transaction: writes events with their runs and asks, except for dropped ones. Returns the number of texts. */
export function insertEvents(
  statements: Statements,
  projections: ProjectionTables,
  { session, sessionId, position: first }: EventPlace,
  events: Append["events"],
  drops = none,
): number {
  const projection = projections.of(session, sessionId);
  const seed = sessionSeed(sessionId);
  let position = first;
  let rows: (string | number)[] = [];
  let texts = 0;
  for (const { event, line } of events) {
    // Events dropped by the same append are not written at all.
    if (!drops.has(event.seq)) {
      const type = event.type === "opaque" ? event.eventType : event.type;
      const checksum = lineChecksum(seed, event.seq, event.rev, line);
      rows.push(position, session, event.seq, event.rev, checksum, type, line);
      if (rows.length === someEventsColumns) {
        change(statements.insertSomeEvents, ...rows);
        rows = [];
      }
      if (searchable.has(type)) texts++;
    }
    const { runs, asks } = projectEvent(projection, event, position);
    if (runs.length > 0 || asks.length > 0) projections.put(session, { runs, asks });
    position++;
  }
  for (let at = 0; at < rows.length; at += eventColumns) {
    change(statements.insertEvent, ...rows.slice(at, at + eventColumns));
  }
  projections.write(session);
  return texts;
}
