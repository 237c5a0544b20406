import { ClientError, type EventFrame, type SessionRow } from "@polylog/client";
import { createStore, useStore } from "../store/store.ts";
import { client } from "./client.ts";
import { invalidates } from "./server-changes.ts";
import { orderOf, sessionRows } from "./session-rows.ts";

/** The session lists' data: loaded once, then updated by events. */
export interface Sessions {
  readonly state: "loading" | "ready" | "failed";
  /** The latest first. If the server has older sessions, `next` is the cursor to them. */
  readonly rows: readonly SessionRow[];
  readonly next: string | null;
}

const pageRows = 200;
/** The least time between two fetches of a row, because a running session changes many times a second. */
const refreshMs = 250;
/** The delay before a failed row is fetched again. It keeps its last state until then. */
const retryMs = 2000;
/** More changed rows than this are fetched with one request. */
const mostSingle = 2;

const list = sessionRows();
const sessions = createStore<Sessions>({ state: "loading", rows: list.get(), next: null });
const waiting = new Set<string>();
let isWaiting = false;
const retries = new Map<string, ReturnType<typeof setTimeout>>();

export function useSessions(): Sessions {
  return useStore(sessions);
}

export function useSessionRow(sessionId: string | null): SessionRow | undefined {
  const get = () => (sessionId === null ? undefined : list.find(sessionId));
  return useStore({ get, subscribe: sessions.subscribe });
}

export function sessionsNow(): readonly SessionRow[] {
  return sessions.get().rows;
}

export function sessionRow(sessionId: string): SessionRow | undefined {
  return list.find(sessionId);
}

/** Starts following; returns the function that stops it. */
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

let firstPageRequestedAt = 0;

/** Loads the latest sessions. Older ones that are already loaded stay. */
export async function loadSessions(): Promise<void> {
  const requestedAt = list.startRequest();
  try {
    const page = await client.sessions.list({ limit: pageRows, archived: false });
    const hasMore = page.next !== null;
    const unclear = list.putFirstPage(page.sessions, requestedAt, hasMore);
    // A response that a later one has overtaken does not know the end of the list.
    const isFirst = firstPageRequestedAt === 0;
    const isLatest = requestedAt > firstPageRequestedAt;
    if (isLatest) firstPageRequestedAt = requestedAt;
    const oldest = orderOf(page.sessions.at(-1) ?? {});
    const hasOlder = hasMore && orderOf(list.get().at(-1) ?? {}) < oldest;
    publish("ready", isFirst || (isLatest && !hasOlder) ? page.next : sessions.get().next);
    for (const sessionId of unclear) refreshRow(sessionId);
  } catch {
    // Keep the current list: the connection status shows that it may be out of date.
    if (sessions.get().state === "loading") publish("failed");
  }
}

let isLoadingOlder = false;

/**
 * Loads the next page of older sessions, if there is one. One request at a time; scrolling on retries a failed one.
 */
export async function loadOlder(): Promise<void> {
  const { state, next } = sessions.get();
  if (isLoadingOlder || state !== "ready" || next === null) return;
  isLoadingOlder = true;
  const requestedAt = list.startRequest();
  try {
    const page = await client.sessions.list({ limit: pageRows, archived: false, cursor: next });
    const unclear = list.putPage(page.sessions, requestedAt);
    publish("ready", page.next);
    for (const sessionId of unclear) refreshRow(sessionId);
  } catch {
    // The connection status shows the failure, and scrolling on tries again.
  } finally {
    isLoadingOlder = false;
  }
}

/** An open session has its row here even if the list has not reached it. */
export async function ensureRow(sessionId: string): Promise<void> {
  if (sessions.get().state === "ready" && list.find(sessionId) === undefined) await reloadRow(sessionId);
}

/** Shows a row that a command returned. */
export function putRow(row: SessionRow): void {
  if (!list.put(row.sessionId, row, 0)) {
    // Show the result of a command at once, and fetch the row in case another change came after it.
    list.put(row.sessionId, row, list.startRequest());
    refreshRow(row.sessionId);
  }
  publish();
}

export function dropRow(sessionId: string): void {
  list.put(sessionId, null, list.startRequest());
  publish(sessions.get().state);
}

function publish(state: Sessions["state"] = "ready", next = sessions.get().next): void {
  const rows = list.get();
  const before = sessions.get();
  if (before.state !== state || before.rows !== rows || before.next !== next)
    sessions.set({ state, rows, next });
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

/** A single changed session is fetched separately. */
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
    void reloadRows(ids);
  }, refreshMs);
}

/** Sessions that changed last are first in the list, so one request returns most of the rows. */
async function reloadRows(ids: readonly string[]): Promise<void> {
  const left = new Set(ids);
  if (ids.length > mostSingle) {
    const requestedAt = list.startRequest();
    try {
      const page = await client.sessions.list({ limit: Math.min(2 * ids.length, pageRows) });
      for (const row of page.sessions)
        if (list.put(row.sessionId, row, requestedAt)) left.delete(row.sessionId);
      publish();
    } catch {
      // Fetch each row separately instead, which also retries.
    }
  }
  for (const sessionId of left) void reloadRow(sessionId);
}

/** A row is removed only if the session no longer exists. */
async function reloadRow(sessionId: string): Promise<void> {
  clearTimeout(retries.get(sessionId));
  retries.delete(sessionId);
  const requestedAt = list.startRequest();
  let isSettled: boolean;
  try {
    isSettled = list.put(sessionId, await client.sessions.get({ sessionId }), requestedAt);
    publish();
  } catch (error) {
    const isGone = error instanceof ClientError && (error.status === 404 || error.status === 403);
    if (!isGone) {
      const timer = setTimeout(() => reloadRow(sessionId), retryMs);
      retries.set(sessionId, timer);
      return;
    }
    isSettled = list.put(sessionId, null, requestedAt);
    publish(sessions.get().state);
  }
  if (!isSettled) refreshRow(sessionId);
}
