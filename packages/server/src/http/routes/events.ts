import { eventRoutes } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import type { Services } from "../../services.ts";
import { parseSessionCursor, sessionCursor } from "../cursor.ts";
import { jsonPieces } from "../json-pieces.ts";
import { type ExportFormat, handle, JSON_TYPE, ResponseSent, TextResponse } from "./handler.ts";

/** Stored lines are sent unchanged, so that events of newer versions keep their bytes. */
async function readPage(
  services: Services,
  sessionId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<TextResponse> {
  const { rev } = await services.sessions.get(sessionId);
  const events = await services.sessions.events(sessionId, seqAfter(after, rev), limit);
  const last = events.at(-1);
  const next = last === undefined || events.length < limit ? null : sessionCursor({ rev, seq: last.seq });
  const body = `{"events":[${events.map(({ line }) => line).join(",")}],"next":${JSON.stringify(next)}}`;
  return new TextResponse(JSON_TYPE, body);
}

function seqAfter(after: string, rev: number): number {
  if (/^\d{1,15}$/.test(after)) return Number(after);
  const cursor = parseSessionCursor(after);
  if (cursor.rev === rev) return cursor.seq;
  throw new PolylogError("cursor_expired", "The log was rewound or restored. Read it from the beginning.", {
    rev,
  });
}

const exportTypes: Readonly<Record<ExportFormat, string>> = {
  jsonl: "application/jsonl; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
};

export const eventHandlers = [
  handle(eventRoutes.stream, async ({ query }, { stream, exchange, who }) => {
    if (exchange === null)
      throw new PolylogError("not_supported", "Open a stream with an HTTP request instead of a socket.");
    const last = exchange.incoming.headers["last-event-id"];
    const cursor = typeof last === "string" && last !== "" ? last : query.after;
    await stream(exchange, who, { sessionId: query.sessionId, cursor });
    return new ResponseSent();
  }),
  handle(eventRoutes.page, ({ params, query }, { services }) => readPage(services, params.sessionId, query)),
  handle(eventRoutes.pluginPage, ({ query }, { services }) => readPage(services, query.sessionId, query)),
  handle(
    eventRoutes.snapshot,
    async ({ params }, { services }) =>
      new TextResponse(JSON_TYPE, jsonPieces(await services.sessions.snapshot(params.sessionId))),
  ),
  handle(
    eventRoutes.blob,
    async ({ params }, { services }) =>
      new TextResponse(
        "text/plain; charset=utf-8",
        await services.sessions.blob(params.sessionId, params.blobId),
        {
          "content-security-policy": "sandbox; default-src 'none'",
        },
      ),
  ),
  handle(eventRoutes.export, async ({ params, query }, { services, exportSession }) => {
    if (exportSession === undefined)
      throw new PolylogError("not_supported", "This server does not support exports.");
    const { sessionId } = await services.sessions.get(params.sessionId);
    const name = sessionId.replaceAll(/[^\w-]/g, "_");
    // A download, and sandboxed if it is opened anyway, because it contains text from agents.
    return new TextResponse(exportTypes[query.format], await exportSession(sessionId, query.format), {
      "content-disposition": `attachment; filename="polylog-${name}.${query.format}"`,
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    });
  }),
  handle(eventRoutes.search, async ({ query }, { services }) => ({
    hits: await services.sessions.search(query.q),
  })),
];
