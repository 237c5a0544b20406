import type { Http } from "../http.ts";
import { readEventValue } from "../stream/frame.ts";
import { fromWire, toQuery, toWire } from "../wire-names.ts";
import type {
  CreateSession,
  LogPage,
  NativeRow,
  QueueChange,
  QueueEntry,
  RewindFile,
  RewindPreview,
  RewindTo,
  RewoundSession,
  SessionChange,
  SessionName,
  SessionPage,
  SessionQuery,
  SessionRow,
} from "./types.ts";

export type SessionApi = ReturnType<typeof sessionApi>;

/** Sessions and their queues. `changed` is told when a log was cut back or deleted. */
export function sessionApi(http: Http, changed: (sessionId: string) => void) {
  const queuePath = (sessionId: string, itemId?: string) =>
    `${pathOf(sessionId)}/queue${itemId === undefined ? "" : `/${encodeURIComponent(itemId)}`}`;
  return {
    /** The latest first. */
    async sessions(query: SessionQuery = {}): Promise<SessionPage> {
      const wire = await http.json<{ sessions: unknown[]; next: string | null }>("GET", "/api/sessions", {
        query: toQuery(query),
      });
      return { sessions: wire.sessions.map((row) => fromWire<SessionRow>(row)), next: wire.next };
    },
    async sessionRow(sessionId: string): Promise<SessionRow> {
      return fromWire(await http.json("GET", pathOf(sessionId)));
    },
    async createSession(session: CreateSession): Promise<SessionRow> {
      return fromWire(await http.json("POST", "/api/sessions", { body: toWire(session) }));
    },
    async changeSession(sessionId: string, change: SessionChange): Promise<SessionRow> {
      return fromWire(await http.json("PATCH", pathOf(sessionId), { body: toWire(change) }));
    },
    async deleteSession(sessionId: string): Promise<void> {
      await http.json("DELETE", pathOf(sessionId));
      changed(sessionId);
    },
    /** Sessions that a project had with the agents' programs themselves, the latest first. */
    async nativeSessions(projectRoot: string, agentId?: string): Promise<readonly NativeRow[]> {
      const query = toQuery({ projectRoot, agentId });
      const { sessions } = await http.json<{ sessions: unknown[] }>("GET", "/api/native-sessions", { query });
      return sessions.map((row) => fromWire<NativeRow>(row));
    },
    /** Takes one over, with its history; one that is here already is answered as it is. */
    async adopt(
      projectRoot: string,
      { agentId, nativeId }: Pick<NativeRow, "agentId" | "nativeId">,
    ): Promise<SessionRow & { readonly adopted: boolean }> {
      const body = toWire({ projectRoot, agentId, nativeId });
      return fromWire(await http.json("POST", "/api/native-sessions", { body, patient: true }));
    },
    /** A new session with the same past, up to an event. */
    async fork(sessionId: string, seq?: number): Promise<SessionRow> {
      return fromWire(await http.json("POST", `${pathOf(sessionId)}/fork`, { body: toWire({ seq }) }));
    },
    /** Takes the conversation back to an event, with `files` the project's files too, or only those. */
    async rewind(
      sessionId: string,
      seq: number,
      options: Partial<Omit<RewindTo, "seq">> = {},
    ): Promise<RewoundSession> {
      const body = toWire({ seq, ...options });
      const row = fromWire<RewoundSession>(await http.json("POST", `${pathOf(sessionId)}/rewind`, { body }));
      changed(sessionId);
      return row;
    },
    /** The files that a rewind would change, and who else changed them since. */
    async rewindPreview(sessionId: string, seq: number): Promise<RewindPreview> {
      const wire = await http.json<WirePreview>("GET", `${pathOf(sessionId)}/rewind`, { query: { seq } });
      return {
        ...fromWire<RewindPreview>(wire),
        files: wire.files.map((file) => ({
          ...fromWire<RewindFile>(file),
          changedBy: file.changed_by.map((each) => fromWire<SessionName>(each)),
        })),
        blockedBy: wire.blocked_by === null ? null : fromWire(wire.blocked_by),
      };
    },
    /** The log, a page at a time. `after` is a seq, or `next` of the page before. */
    async events(sessionId: string, after: number | string = 0, limit?: number): Promise<LogPage> {
      const wire = await http.json<{ events: unknown[]; next: string | null }>(
        "GET",
        `${pathOf(sessionId)}/events`,
        {
          query: { after, limit },
        },
      );
      return { events: wire.events.map(readEventValue), next: wire.next };
    },
    /** The session as a file. */
    exportSession(sessionId: string, format: "jsonl" | "md" | "html" = "jsonl"): Promise<string> {
      return http.text("GET", `${pathOf(sessionId)}/export`, { query: { format } });
    },
    /** The whole of an output of which the log holds the beginning. */
    blob(sessionId: string, blobId: string): Promise<string> {
      return http.text("GET", `${pathOf(sessionId)}/blobs/${encodeURIComponent(blobId)}`);
    },
    async queue(sessionId: string): Promise<readonly QueueEntry[]> {
      const { items } = await http.json<{ items: unknown[] }>("GET", queuePath(sessionId));
      return items.map((item) => fromWire<QueueEntry>(item));
    },
    /** Edits, moves or sends a message that waits. */
    async changeQueueItem(sessionId: string, itemId: string, change: QueueChange): Promise<void> {
      await http.json("PATCH", queuePath(sessionId, itemId), { body: toWire(change) });
    },
    /** Lets a paused queue continue. Without an agent: every paused queue of the session. */
    async resumeQueue(sessionId: string, agentId?: string): Promise<void> {
      await http.json("POST", `${queuePath(sessionId)}/resume`, { body: toWire({ agentId }) });
    },
    async removeQueueItem(sessionId: string, itemId: string): Promise<void> {
      await http.json("DELETE", queuePath(sessionId, itemId));
    },
    async clearQueue(sessionId: string): Promise<void> {
      await http.json("DELETE", queuePath(sessionId));
    },
  };
}

interface WirePreview {
  readonly files: readonly { readonly changed_by: readonly unknown[] }[];
  readonly blocked_by: unknown;
}

function pathOf(sessionId: string): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}`;
}
