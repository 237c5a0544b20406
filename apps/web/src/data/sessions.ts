import { ClientError, type EventFrame, type SessionRow } from "@polylog/client";
import { client } from "./client.ts";
import { invalidates } from "./server-changes.ts";
import { createStore, useStore } from "./store.ts";

/** The sessions as lists show them: loaded once, then kept up by what happens. */
export interface Sessions {
  readonly state: "loading" | "ready" | "failed";
  /** The latest first. Older ones than these may be on the server: `next` leads to them. */
  readonly rows: readonly SessionRow[];
  readonly next: string | null;
}

const pageRows = 200;
/** A row is asked for again at most this often: a session at work changes many times a second. */
const refreshMs = 250;
/** How long a row waits that could not be loaded. It keeps its last state until then. */
const retryMs = 2000;

const sessions = createStore<Sessions>({ state: "loading", rows: [], next: null });
const waiting = new Set<string>();
let isWaiting = false;
const retries = new Map<string, ReturnType<typeof setTimeout>>();

export function useSessions(): Sessions {
  return useStore(sessions);
}

export function sessionsNow(): readonly SessionRow[] {
  return sessions.get().rows;
}

export function sessionRow(sessionId: string): SessionRow | undefined {
  return sessions.get().rows.find((row) => row.sessionId === sessionId);
}

/** Begins to follow; gives back how to stop. */
export function followSessions(): () => void {
  void loadSessions();
  const refetch = () => {
    if (!document.hidden) void loadSessions();
  };
  document.addEventListener("visibilitychange", refetch);
  const stop = client.all((frames) => {
    if (frames.some(invalidatesList)) void loadSessions();
    for (const frame of frames) if (changesRow(frame)) refreshRow(frame.session_id as string);
  });
  return () => {
    stop();
    document.removeEventListener("visibilitychange", refetch);
  };
}

/** The latest ones; those older than them that are here already stay. */
export async function loadSessions(): Promise<void> {
  try {
    const page = await client.sessions({ limit: pageRows, archived: false });
    const { rows, next } = sessions.get();
    const oldest = page.sessions.at(-1)?.updatedTs ?? 0;
    const older = page.next === null ? [] : rows.filter(({ updatedTs }) => updatedTs < oldest);
    sessions.set({
      state: "ready",
      rows: merged(page.sessions, older),
      next: older.length === 0 ? page.next : next,
    });
  } catch {
    // Who knows the list keeps it: the connection's own sign says that it may be old.
    if (sessions.get().state === "loading") sessions.set({ state: "failed", rows: [], next: null });
  }
}

let isLoadingOlder = false;

/** The next page of older ones, where there is one. One at a time; what fails is tried again by whoever scrolls on. */
export async function loadOlder(): Promise<void> {
  const { state, next } = sessions.get();
  if (isLoadingOlder || state !== "ready" || next === null) return;
  isLoadingOlder = true;
  try {
    const page = await client.sessions({ limit: pageRows, archived: false, cursor: next });
    sessions.set({ state, rows: merged(sessions.get().rows, page.sessions), next: page.next });
  } catch {
    // The sign of the connection tells it.
  } finally {
    isLoadingOlder = false;
  }
}

/** A session that is shown has its row here, however old it is. */
export async function ensureRow(sessionId: string): Promise<void> {
  if (sessions.get().state !== "ready" || sessionRow(sessionId) !== undefined) return;
  await client.sessionRow(sessionId).then(putRow, () => undefined);
}

/** Each session once, as it is in the first of the lists. */
function merged(first: readonly SessionRow[], second: readonly SessionRow[]): readonly SessionRow[] {
  const known = new Set(first.map(({ sessionId }) => sessionId));
  const more = second.filter(({ sessionId }) => !known.has(sessionId));
  return [...first, ...more].sort((a, b) => b.updatedTs - a.updatedTs);
}

/** Puts a row in its place, as when a command has just answered with it. */
export function putRow(row: SessionRow): void {
  const others = sessions.get().rows.filter(({ sessionId }) => sessionId !== row.sessionId);
  const rows = row.archived ? others : [row, ...others].sort((a, b) => b.updatedTs - a.updatedTs);
  sessions.set({ ...sessions.get(), state: "ready", rows });
}

export function dropRow(sessionId: string): void {
  const { rows, ...rest } = sessions.get();
  sessions.set({ ...rest, rows: rows.filter((row) => row.sessionId !== sessionId) });
}

const silent = new Set([
  "text_delta",
  "thinking_delta",
  "tool_input_delta",
  "tool_output_delta",
  "tool_progress",
  "agent_status",
]);

function changesRow({ session_id, data, changed }: EventFrame): boolean {
  if (session_id === undefined) return false;
  return data === null ? changed === "session" : !silent.has(data.type);
}

/** One session that changed is asked for by itself. */
function invalidatesList(frame: EventFrame): boolean {
  return frame.changed === undefined && invalidates(frame, []);
}

function refreshRow(sessionId: string): void {
  waiting.add(sessionId);
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    const ids = [...waiting];
    waiting.clear();
    for (const id of ids) void reloadRow(id);
  }, refreshMs);
}

/** A row goes only when its session is gone. */
async function reloadRow(sessionId: string): Promise<void> {
  clearTimeout(retries.get(sessionId));
  retries.delete(sessionId);
  try {
    putRow(await client.sessionRow(sessionId));
  } catch (error) {
    if (error instanceof ClientError && (error.status === 404 || error.status === 403)) dropRow(sessionId);
    else
      retries.set(
        sessionId,
        setTimeout(() => reloadRow(sessionId), retryMs),
      );
  }
}
