import { toSnapshot } from "@polylog/core";
import type { FakeServer, SeenRequest } from "./fake-server.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The routes needed to follow a session and send messages to it. */
export function answerRequest(server: FakeServer, request: SeenRequest, url: URL): Answer {
  const [, api, noun, name, part] = url.pathname.split("/");
  if (api === "api" && noun === "sessions" && name === undefined) return ok({ sessions: [], next: null });
  if (api === "api" && noun === "sessions" && name !== undefined)
    return sessionAnswer(server, name, part, url, request);
  if (url.pathname === "/api/chat") return chat(server, request.body as ChatBody);
  if (url.pathname === "/api/agent-cancel") return ok({ ok: true });
  return refuse(404, "not_found");
}

function sessionAnswer(
  server: FakeServer,
  name: string,
  part: string | undefined,
  url: URL,
  { body, method }: SeenRequest,
): Answer {
  const sessionId = decodeURIComponent(name);
  const session = server.log.sessions.get(sessionId);
  if (session === undefined) return refuse(404, "session_not_found");
  const row = () => ok({ session_id: sessionId, project_root: "/p", rev: session.rev, seq: session.seq });
  if (part === undefined && method === "DELETE") {
    server.log.delete(sessionId);
    return ok({ ok: true });
  }
  if (part === undefined) return row();
  if (part === "snapshot") {
    const { rev, seq } = session;
    const snapshot = toSnapshot(session.conversation);
    const answers = { none: null, whole: snapshot, "other format": { ...snapshot, format: 0 } };
    return ok({ snapshot: answers[server.snapshots], rev, seq });
  }
  if (part === "events") {
    const [rev, seq] = (url.searchParams.get("after") ?? "0").split(":").map(Number) as [number, number];
    if (rev !== session.rev) return refuse(410, "cursor_expired");
    const limit = Math.min(Number(url.searchParams.get("limit")), server.pageEvents);
    const events = server.log.after(sessionId, seq).slice(0, limit);
    const last = events.at(-1)?.event;
    const next = last === undefined || events.length < limit ? null : `${rev}:${last.seq}`;
    return ok({ events: events.map(({ line }) => JSON.parse(line)), next });
  }
  if (part === "rewind") {
    server.log.rewind(sessionId, (body as { seq: number }).seq);
    return row();
  }
  return refuse(404, "not_found");
}

export interface ChatBody {
  readonly session_id?: string;
  readonly text: string;
  readonly client_message_id: string;
}

/** Stores a message once, however often it is sent. */
export function chat({ log, receipts }: FakeServer, message: ChatBody): Answer {
  const before = receipts.get(message.client_message_id);
  if (before !== undefined) {
    const same = before.body === JSON.stringify(message);
    return same ? { status: 202, body: before.answer } : refuse(409, "client_message_conflict");
  }
  const sessionId = message.session_id ?? "s1";
  log.append(sessionId, {
    type: "user_message",
    text: message.text,
    clientMessageId: message.client_message_id,
  });
  const answer = { session_id: sessionId, run_id: "run-1", queued: false, seq: log.session(sessionId).seq };
  receipts.set(message.client_message_id, { body: JSON.stringify(message), answer });
  return { status: 202, body: answer };
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function refuse(status: number, code: string, retryable = false): Answer {
  return { status, body: { error: { code, message: `No: ${code}.`, retryable, details: { about: code } } } };
}
