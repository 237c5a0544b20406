import { checkEvent, type EventBody, type PolylogEvent, serializeEvent } from "@polylog/core";
import type { Append, Commit, EventStore, NewSession, SessionSummary } from "../../src/store/store.ts";

/** Writes events the way ingest stamps them: consecutive seqs, one millisecond apart. */

type Loose<E> = E extends EventBody
  ? Omit<E, "agentId" | "runId"> & { agentId?: string; runId?: string }
  : never;
export type Body = Loose<EventBody> & { readonly rev?: number; readonly ts?: number };

export function newSession(sessionId: string, more: Partial<NewSession> = {}): NewSession {
  return { sessionId, projectRoot: "/projects/polylog", agentId: "claude", createdTs: 1000, ...more };
}

export function stamp(sessionId: string, seq: number, body: Body, rev = 1): PolylogEvent {
  const stamps = { id: `${sessionId}-${rev}-${seq}`, sessionId, seq, rev, ts: 1000 + seq };
  const checked = checkEvent({ ...stamps, agentId: "claude", runId: `${sessionId}-run`, ...body });
  if (!checked.ok) throw new Error(`${body.type}: ${checked.error.path.join(".")} ${checked.error.reason}`);
  return checked.event;
}

const idle: SessionSummary = {
  title: null,
  status: "idle",
  agentId: "claude",
  model: null,
  queued: 0,
  pendingAsks: 0,
  costUsd: 0,
  costComplete: true,
  updatedTs: 1000,
};

interface AppendOptions {
  readonly head?: number;
  readonly rev?: number;
  readonly summary?: Partial<SessionSummary>;
  readonly drops?: readonly number[];
}

export function appendOf(sessionId: string, bodies: readonly Body[], options: AppendOptions = {}): Append {
  const { head = 0, rev = 1, summary = {}, drops = [] } = options;
  const events = bodies.map((body, index) => {
    const event = stamp(sessionId, head + index + 1, body, rev);
    return { event, line: serializeEvent(event) };
  });
  return {
    sessionId,
    rev,
    head,
    events,
    drops,
    summary: { ...idle, updatedTs: 1000 + head + bodies.length, ...summary },
  };
}

/** Appends to the session's current head. */
export async function append(
  store: EventStore,
  sessionId: string,
  bodies: readonly Body[],
  options: Omit<AppendOptions, "head" | "rev"> & Omit<Commit, "appends"> = {},
): Promise<number[]> {
  const { summary, drops, ...work } = options;
  const row = await store.session(sessionId);
  if (row === null) throw new Error(`no session ${sessionId}`);
  const { head, rev } = row;
  const given = appendOf(sessionId, bodies, { head, rev, summary: summary ?? {}, drops: drops ?? [] });
  const { positions } = await store.commit({ ...work, appends: [given] });
  return [...(positions[0] ?? [])];
}

export const say = (text: string): Body => ({ type: "user_message", text });
export const answer = (text: string, responseId = "r1"): Body => ({ type: "text_done", responseId, text });
export const delta = (offset: number, text: string): Body => ({
  type: "text_delta",
  responseId: "r1",
  offset,
  delta: text,
});

/** All events of a session, page by page. */
export async function readAll(store: EventStore, sessionId: string, limit = 500) {
  const all = [];
  for (let after = 0; ; ) {
    const page = await store.events(sessionId, after, limit);
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined) return all;
    after = last.seq;
  }
}

/** All events of all sessions, page by page. */
export async function readLog(store: EventStore, limit = 500) {
  const all = [];
  for (let after = 0; ; ) {
    const page = await store.eventsFrom(after, limit);
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined) return all;
    after = last.position;
  }
}
