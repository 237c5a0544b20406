import type {
  CreateSession,
  NativeRow,
  PolylogEvent,
  QueueChange,
  QueueEntry,
  RewindPreview,
  RewindTo,
  RewoundSession,
  SessionChange,
  SessionPage,
  SessionQuery,
  SessionRow,
} from "@polylog/core";
import type { Http } from "../http.ts";
import { readEventValue } from "../stream/frame.ts";

export type SessionApi = ReturnType<typeof sessionApi>;

export interface LogPage {
  readonly events: readonly PolylogEvent[];
  /** Null at the end of the log. */
  readonly next: string | null;
}

/** Sessions and their queues. `changed` is told when a log was cut back or deleted. */
export function sessionApi(http: Http, changed: (sessionId: string) => void) {
  return {
    /** The latest first. */
    sessions(query: SessionQuery = {}): Promise<SessionPage> {
      return http.call("sessions.list", query);
    },
    sessionRow(sessionId: string): Promise<SessionRow> {
      return http.call("sessions.get", { sessionId });
    },
    createSession(session: CreateSession): Promise<SessionRow> {
      return http.call("sessions.create", session);
    },
    changeSession(sessionId: string, change: SessionChange): Promise<SessionRow> {
      return http.call("sessions.change", { ...change, sessionId });
    },
    async deleteSession(sessionId: string): Promise<void> {
      await http.call("sessions.delete", { sessionId });
      changed(sessionId);
    },
    /** Sessions that a project had with the agents' programs themselves, the latest first. */
    async nativeSessions(projectRoot: string, agentId?: string): Promise<readonly NativeRow[]> {
      return (await http.call("sessions.nativeSessions", { projectRoot, agentId })).sessions;
    },
    /** Takes one over, with its history; one that is here already is answered as it is. */
    adopt(
      projectRoot: string,
      { agentId, nativeId }: Pick<NativeRow, "agentId" | "nativeId">,
    ): Promise<SessionRow & { readonly adopted: boolean }> {
      return http.call("sessions.adopt", { projectRoot, agentId, nativeId }, { patient: true });
    },
    /** A new session with the same past, up to an event. */
    fork(sessionId: string, seq?: number): Promise<SessionRow> {
      return http.call("sessions.fork", { sessionId, seq });
    },
    /** Takes the conversation back to an event, with `files` the project's files too, or only those. */
    async rewind(
      sessionId: string,
      seq: number,
      options: Partial<Omit<RewindTo, "seq">> = {},
    ): Promise<RewoundSession> {
      const row = await http.call("sessions.rewind", { ...options, sessionId, seq });
      changed(sessionId);
      return row;
    },
    /** The files that a rewind would change, and who else changed them since. */
    rewindPreview(sessionId: string, seq: number): Promise<RewindPreview> {
      return http.call("sessions.rewindPreview", { sessionId, seq });
    },
    /** The log, a page at a time. `after` is a seq, or `next` of the page before. */
    async events(sessionId: string, after: number | string = 0, limit?: number): Promise<LogPage> {
      const asked = { sessionId, after: String(after), limit };
      const { events, next } = await http.call("events.page", asked);
      return { events: events.map(readEventValue), next };
    },
    /** The session as a file. */
    exportSession(sessionId: string, format: "jsonl" | "md" | "html" = "jsonl"): Promise<string> {
      return http.call("events.export", { sessionId, format });
    },
    /** The whole of an output of which the log holds the beginning. */
    blob(sessionId: string, blobId: string): Promise<string> {
      return http.call("events.blob", { sessionId, blobId });
    },
    async queue(sessionId: string): Promise<readonly QueueEntry[]> {
      return (await http.call("queue.list", { sessionId })).items;
    },
    /** Edits, moves or sends a message that waits. */
    async changeQueueItem(sessionId: string, itemId: string, change: QueueChange): Promise<void> {
      await http.call("queue.change", { ...change, sessionId, itemId });
    },
    /** Lets a paused queue continue. Without an agent: every paused queue of the session. */
    async resumeQueue(sessionId: string, agentId?: string): Promise<void> {
      await http.call("queue.resume", { sessionId, agentId });
    },
    async removeQueueItem(sessionId: string, itemId: string): Promise<void> {
      await http.call("queue.remove", { sessionId, itemId });
    },
    async clearQueue(sessionId: string): Promise<void> {
      await http.call("queue.clear", { sessionId });
    },
  };
}
