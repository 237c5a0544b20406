import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Services } from "../../services.ts";
import { parseSessionCursor, sessionCursor } from "../cursor.ts";
import { jsonPieces } from "../json-pieces.ts";
import { Answered, defineRoute, type ExportFormat, RawAnswer } from "./define.ts";
import { id, pageLimit, sessionParams } from "./fields.ts";

const JSON_TYPE = "application/json; charset=utf-8";

const getStream = defineRoute({
  method: "get",
  path: "/api/events",
  role: "viewer",
  group: "events",
  summary: "Server-sent events: the frames of one session from its beginning, or of all from now on",
  query: z.object({
    session_id: id.optional(),
    after: z
      .string()
      .max(64)
      .optional()
      .describe("The `id:` of the last frame; `Last-Event-ID` goes before it."),
  }),
  type: "text/event-stream",
  result: z.string(),
  errors: ["session_not_found", "too_many_requests"],
  handle: async ({ query }, { stream, exchange, who }) => {
    if (exchange === null) throw new PolylogError("not_supported", "A stream is opened by a request.");
    const last = exchange.incoming.headers["last-event-id"];
    const cursor = typeof last === "string" && last !== "" ? last : query.after;
    await stream(exchange, who, { sessionId: query.session_id, cursor });
    return new Answered();
  },
});

const page = z.object({
  after: z.string().max(64).default("0").describe("A seq, or `next` of the page before."),
  limit: pageLimit(limits.pageEvents, limits.pageEvents),
});

const pageResult = z.object({
  events: z.array(z.unknown()),
  next: z.string().nullable().describe("Where the next page begins; null at the end of the log."),
});

const getEvents = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/events",
  role: "viewer",
  group: "events",
  summary: "The log of a session, a page at a time",
  params: sessionParams,
  query: page,
  result: pageResult,
  errors: ["session_not_found", "cursor_expired"],
  handle: ({ params, query }, { services }) => readPage(services, params.session_id, query),
});

const getPluginEvents = defineRoute({
  method: "get",
  path: "/api/plugins/sessions/operations/events",
  role: "viewer",
  group: "events",
  summary: "The same by another name",
  query: page.extend({ sessionId: id }),
  result: pageResult,
  errors: ["session_not_found", "cursor_expired"],
  handle: ({ query }, { services }) => readPage(services, query.sessionId, query),
});

/** The stored lines go into the answer as they are: an event from the future keeps its bytes. */
async function readPage(
  services: Services,
  sessionId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<RawAnswer> {
  const { rev } = await services.sessions.get(sessionId);
  const events = await services.sessions.events(sessionId, seqAfter(after, rev), limit);
  const last = events.at(-1);
  const next = last === undefined || events.length < limit ? null : sessionCursor({ rev, seq: last.seq });
  const body = `{"events":[${events.map(({ line }) => line).join(",")}],"next":${JSON.stringify(next)}}`;
  return new RawAnswer(JSON_TYPE, body);
}

function seqAfter(after: string, rev: number): number {
  if (/^\d{1,15}$/.test(after)) return Number(after);
  const cursor = parseSessionCursor(after);
  if (cursor.rev === rev) return cursor.seq;
  throw new PolylogError(
    "cursor_expired",
    "The log was cut back or restored since; read it from the beginning.",
    { rev },
  );
}

const getSnapshot = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/snapshot",
  role: "viewer",
  group: "events",
  summary: "The folded conversation, and the epoch and seq of its log up to which it goes",
  params: sessionParams,
  result: z.object({ snapshot: z.unknown(), rev: z.int(), seq: z.int() }),
  errors: ["session_not_found"],
  handle: async ({ params }, { services }) =>
    new RawAnswer(JSON_TYPE, jsonPieces(await services.sessions.snapshot(params.session_id))),
});

const getBlob = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/blobs/{blob_id}",
  role: "viewer",
  group: "events",
  summary:
    "The whole of what the log holds the beginning of: a tool's output (`truncated`), or an event (`cut`)",
  params: sessionParams.extend({ blob_id: id }),
  type: "text/plain",
  result: z.string(),
  errors: ["session_not_found", "not_found"],
  handle: async ({ params }, { services }) =>
    new RawAnswer(
      "text/plain; charset=utf-8",
      await services.sessions.blob(params.session_id, params.blob_id),
      {
        "content-security-policy": "sandbox; default-src 'none'",
      },
    ),
});

const exportTypes: Readonly<Record<ExportFormat, string>> = {
  jsonl: "application/jsonl; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
};

const getExport = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/export",
  role: "viewer",
  group: "events",
  summary: "The session as a file",
  params: sessionParams,
  query: z.object({ format: z.enum(["jsonl", "md", "html"]).default("jsonl") }),
  type: "application/octet-stream",
  result: z.string(),
  errors: ["session_not_found", "not_supported"],
  handle: async ({ params, query }, { services, exportSession }) => {
    if (exportSession === undefined)
      throw new PolylogError("not_supported", "This server cannot export sessions.");
    const { sessionId } = await services.sessions.get(params.session_id);
    const name = sessionId.replaceAll(/[^\w-]/g, "_");
    // As a download, and in a sandbox if it is opened all the same: it holds what agents wrote.
    return new RawAnswer(exportTypes[query.format], await exportSession(sessionId, query.format), {
      "content-disposition": `attachment; filename="polylog-${name}.${query.format}"`,
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    });
  },
});

export const eventRoutes = [getStream, getEvents, getPluginEvents, getSnapshot, getBlob, getExport];
