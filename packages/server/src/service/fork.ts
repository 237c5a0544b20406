import type { EventBody } from "@polylog/core";
import { parseEvent } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { EventStore } from "../store/store.ts";

/** The events of a session up to a seq, as they may be said again in another one. */
export async function bodiesUpTo(store: EventStore, sessionId: string, seq: number): Promise<EventBody[]> {
  const bodies: EventBody[] = [];
  for (let after = 0; ; ) {
    const page = await store.events(sessionId, after, limits.pageEvents);
    for (const stored of page) {
      if (stored.seq > seq) return bodies;
      const parsed = parseEvent(stored.line);
      if (!parsed.ok) throw new PolylogError("internal", "The log holds a line that cannot be read.");
      if (parsed.event.type === "opaque" || parsed.event.type === "queue_updated") continue;
      const { id: _id, sessionId: _session, seq: _seq, rev: _rev, ts: _ts, ...body } = parsed.event;
      bodies.push(body as EventBody);
    }
    if (page.length === 0) return bodies;
    after = page.at(-1)?.seq ?? after;
  }
}
