import type { EventFrame, SessionRow } from "@polylog/client";
import { client } from "./client.ts";
import { createStore, useStore } from "./store.ts";

/** The sessions as lists show them: loaded once, then kept up by what happens. */
export interface Sessions {
  readonly state: "loading" | "ready" | "failed";
  /** The latest first. */
  readonly rows: readonly SessionRow[];
}

const pageRows = 200;
/** A row is asked for again at most this often: a session at work changes many times a second. */
const refreshMs = 250;

const sessions = createStore<Sessions>({ state: "loading", rows: [] });
const waiting = new Set<string>();
let isWaiting = false;

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
    if (frames.some(({ phase }) => phase === "resync")) void loadSessions();
    for (const frame of frames) if (changesRow(frame)) refreshRow(frame.session_id as string);
  });
  return () => {
    stop();
    document.removeEventListener("visibilitychange", refetch);
  };
}

export async function loadSessions(): Promise<void> {
  try {
    const { sessions: rows } = await client.sessions({ limit: pageRows, archived: false });
    sessions.set({ state: "ready", rows });
  } catch {
    // Who knows the list keeps it: the connection's own sign says that it may be old.
    if (sessions.get().state === "loading") sessions.set({ state: "failed", rows: [] });
  }
}

/** Puts a row in its place, as when a command has just answered with it. */
export function putRow(row: SessionRow): void {
  const others = sessions.get().rows.filter(({ sessionId }) => sessionId !== row.sessionId);
  const rows = row.archived ? others : [row, ...others].sort((a, b) => b.updatedTs - a.updatedTs);
  sessions.set({ state: "ready", rows });
}

export function dropRow(sessionId: string): void {
  const { state, rows } = sessions.get();
  sessions.set({ state, rows: rows.filter((row) => row.sessionId !== sessionId) });
}

const silent = new Set([
  "text_delta",
  "thinking_delta",
  "tool_input_delta",
  "tool_output_delta",
  "tool_progress",
  "agent_status",
]);

function changesRow({ session_id, data }: EventFrame): boolean {
  return session_id !== undefined && data !== null && !silent.has(data.type);
}

function refreshRow(sessionId: string): void {
  waiting.add(sessionId);
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    const ids = [...waiting];
    waiting.clear();
    for (const id of ids) client.sessionRow(id).then(putRow, () => dropRow(id));
  }, refreshMs);
}
