import { parseEvent } from "@polylog/core";
import { checkStamps, dropsOf, sessionConflict } from "./append-rules.ts";
import { type MemoryTables, rowKey, type SessionRecord } from "./memory-tables.ts";
import { project } from "./project.ts";
import type { Append, Commit, NewSession, Receipt } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Applies a commit in the order that the interface tells; gives the positions of each append. */
export function applyCommit(tables: MemoryTables, work: Commit): number[][] {
  for (const sessionId of work.deleted ?? []) remove(tables, sessionId);
  for (const session of work.created ?? []) create(tables, session);
  for (const { sessionId, seq, rev } of work.rewound ?? []) rewind(tables, sessionId, seq, rev);
  for (const { sessionId, archived } of work.archived ?? []) {
    const session = existing(tables, sessionId);
    tables.sessions.set(sessionId, { ...session, row: { ...session.row, archived } });
  }
  const positions = (work.appends ?? []).map((one) => append(tables, one));
  for (const receipt of work.receipts ?? []) putReceipt(tables, receipt);
  for (const { kind, key, value } of work.documents ?? []) {
    if (value === null || value === undefined) tables.documents.delete(rowKey(kind, key));
    else tables.documents.set(rowKey(kind, key), { kind, key, value: JSON.stringify(value) });
  }
  return positions;
}

function existing(tables: MemoryTables, sessionId: string): SessionRecord {
  const session = tables.sessions.get(sessionId);
  if (session === undefined) {
    throw new StoreError("conflict", `There is no session ${sessionId}.`, { sessionId });
  }
  return session;
}

function create(tables: MemoryTables, created: NewSession): void {
  const { sessionId, projectRoot, agentId, createdTs, forkedFrom = null } = created;
  if (tables.sessions.get(sessionId) !== undefined) {
    throw new StoreError("conflict", `Session ${sessionId} exists already.`, { sessionId });
  }
  tables.sessions.set(sessionId, {
    activity: ++tables.position,
    row: {
      sessionId,
      projectRoot,
      createdTs,
      forkedFrom,
      archived: false,
      rev: 1,
      head: 0,
      title: null,
      state: "idle",
      agentId,
      model: null,
      queued: 0,
      pendingAsks: 0,
      costUsd: 0,
      costComplete: true,
      updatedTs: createdTs,
    },
  });
}

function remove(tables: MemoryTables, sessionId: string): void {
  tables.sessions.delete(sessionId);
  tables.logs.delete(sessionId);
  tables.log.keep((event) => event.sessionId !== sessionId);
  tables.forgetProjection(sessionId);
  for (const [key, receipt] of tables.receipts.entries()) {
    if (receipt.sessionId === sessionId) tables.receipts.delete(key);
  }
}

function rewind(tables: MemoryTables, sessionId: string, seq: number, rev: number): void {
  const session = existing(tables, sessionId);
  if (session.row.head < seq || session.row.rev >= rev) {
    throw new StoreError("conflict", `Session ${sessionId} cannot be cut back to ${rev}:${seq}.`, {
      sessionId,
    });
  }
  tables.sessions.set(sessionId, { ...session, row: { ...session.row, head: seq, rev } });
  tables.log.keep((event) => event.sessionId !== sessionId || event.seq <= seq);
  tables.logOf(sessionId).keep((event) => event.seq <= seq);
  tables.forgetProjection(sessionId);
  for (const { line, position } of tables.logOf(sessionId).all()) {
    const parsed = parseEvent(line);
    if (parsed.ok) tables.put(project(tables.projectionOf(sessionId), parsed.event, position));
  }
}

function append(tables: MemoryTables, one: Append): number[] {
  checkStamps(one);
  const { sessionId, rev, head, events, summary } = one;
  const session = tables.sessions.get(sessionId);
  if (session?.row.head !== head || session.row.rev !== rev) throw sessionConflict(sessionId, head, rev);
  const log = tables.logOf(sessionId);
  const projection = tables.projectionOf(sessionId);
  const drops = dropsOf(one);
  const positions = events.map(({ event, line }) => {
    const position = ++tables.position;
    if (!drops.has(event.seq)) {
      const stored = { sessionId, seq: event.seq, rev, position, line };
      log.push(stored);
      tables.log.push(stored);
    }
    tables.put(project(projection, event, position));
    return position;
  });
  if (drops.size > 0) {
    log.keep((event) => !drops.has(event.seq));
    tables.log.keep((event) => event.sessionId !== sessionId || !drops.has(event.seq));
  }
  const activity = events.length === 0 ? session.activity : tables.position;
  tables.sessions.set(sessionId, {
    activity,
    row: { ...session.row, ...summary, head: head + events.length },
  });
  return positions;
}

function putReceipt(tables: MemoryTables, receipt: Receipt): void {
  const { clientMessageId, bodyHash, sessionId, response } = receipt;
  if (tables.receipts.get(clientMessageId) !== undefined) {
    throw new StoreError("conflict", `The message ${clientMessageId} was answered already.`, { sessionId });
  }
  tables.receipts.set(clientMessageId, { clientMessageId, bodyHash, sessionId, response });
}
