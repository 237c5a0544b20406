import { type EventBody, type PolylogEvent, serializeEvent } from "@polylog/core";
import { Hub, idMaker, Log, openSqliteStore, type SessionSummary } from "@polylog/server";

const created = { sessionId: "", projectRoot: "/project", agentId: "claude", createdTs: 0 };

const summary: SessionSummary = {
  title: "A session",
  status: "working",
  agentId: "claude",
  model: null,
  queued: 0,
  pendingAsks: 0,
  costUsd: 0,
  costComplete: true,
  updatedTs: 0,
};

/** The store alone: rows, search, runs and asks, the session's row. Nothing is compacted, so the rows are the same. */
export async function appendToStore(file: string, events: readonly PolylogEvent[], batch: number) {
  const sessionId = events[0]?.sessionId as string;
  const store = openSqliteStore(file);
  await store.commit({ created: [{ ...created, sessionId }] });
  const all = events.map((event) => ({ event, line: serializeEvent(event) }));
  const began = performance.now();
  for (let head = 0; head < all.length; head += batch) {
    const append = { sessionId, rev: 1, head, events: all.slice(head, head + batch), summary, drops: [] };
    await store.commit({ appends: [append] });
  }
  const ms = performance.now() - began;
  await store.close();
  return { ms, file, sessionId };
}

export async function linesOfStore({ file, sessionId }: { file: string; sessionId: string }) {
  const store = openSqliteStore(file);
  const rows = await store.events(sessionId, 0, Number.MAX_SAFE_INTEGER);
  await store.close();
  return rows.map(({ line }) => line);
}

/** The whole path: validated, stamped, folded, compacted, written and published. */
export async function appendToLog(file: string, events: readonly PolylogEvent[], batch: number) {
  const bodies = events.map(
    ({ id: _id, sessionId: _session, seq: _seq, rev: _rev, ts: _ts, ...body }) => body,
  );
  const store = openSqliteStore(file);
  const hub = new Hub(store, 0, () => "");
  const log = new Log({ store, hub, now: Date.now, newId: idMaker(Date.now), onHealth: () => {} });
  const session = log.begin({ ...created, sessionId: "session" });
  await log.append(session, { bodies: [], created: { ...created, sessionId: "session" }, refusable: false });
  const began = performance.now();
  for (let start = 0; start < bodies.length; start += batch) {
    const some = bodies.slice(start, start + batch) as EventBody[];
    await log.append(session, { bodies: some, refusable: false });
  }
  const ms = performance.now() - began;
  await log.close();
  await store.close();
  return { ms, conversation: session.conversation };
}
