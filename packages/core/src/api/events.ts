import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, pageLimit, sessionParams } from "./fields.ts";
import { type Data, verbatim } from "./wire.ts";

const page = z.object({
  after: z.string().max(64).default("0").describe("A seq, or `next` of the previous page."),
  limit: pageLimit(limits.api.pageEvents, limits.api.pageEvents),
});

const hit = z.object({
  sessionId: id,
  seq: z.int(),
  title: z.string().nullable(),
  projectRoot: z.string(),
  snippet: z.string().describe("Matched words are enclosed in U+E000 and U+E001."),
});
export type SearchHit = Data<typeof hit>;

/** A socket's subscription: a session, starting after a frame that the client has, or `now`. */
export const subscription = z.object({ sessionId: id, after: z.string().max(64).optional() });

const eventPage = z.object({
  events: z.array(z.unknown()),
  next: z.string().nullable().describe("Where the next page begins; null at the end of the log."),
});

export const eventRoutes = {
  stream: defineRoute("events.stream", {
    summary:
      "Server-sent events: the frames of one session from its beginning, or of all sessions from now on",
    query: z.object({
      sessionId: id.optional(),
      after: z
        .string()
        .max(64)
        .optional()
        .describe("The `id:` of the last frame, or `now`; `Last-Event-ID` takes precedence."),
    }),
    result: z.string(),
    errors: ["session_not_found", "too_many_requests"],
  }),
  page: defineRoute("events.page", {
    summary: "Read a session's log, one page at a time",
    params: sessionParams,
    query: page,
    result: eventPage,
    errors: ["session_not_found", "cursor_expired"],
  }),
  /** An alias for another system's dialect; its query uses the names of the code. */
  pluginPage: defineRoute("events.pluginPage", {
    summary: "Read a session's log at the address that plugins use",
    query: verbatim(page.extend({ sessionId: id })),
    result: eventPage,
    errors: ["session_not_found", "cursor_expired"],
  }),
  snapshot: defineRoute("events.snapshot", {
    summary: "The folded conversation, with the epoch and seq of its log that it covers",
    params: sessionParams,
    result: z.object({ snapshot: z.unknown(), rev: z.int(), seq: z.int() }),
    errors: ["session_not_found"],
  }),
  blob: defineRoute("events.blob", {
    summary:
      "Read the full content that the log truncates: a tool's output (`truncated`), or an event (`cut`)",
    params: sessionParams.extend({ blobId: id }),
    result: z.string(),
    errors: ["session_not_found", "not_found"],
  }),
  export: defineRoute("events.export", {
    summary: "Export a session as a file",
    params: sessionParams,
    query: z.object({ format: z.enum(["jsonl", "md", "html"]).default("jsonl") }),
    result: z.string(),
    errors: ["session_not_found", "not_supported"],
  }),
  search: defineRoute("events.search", {
    summary: "Search all sessions",
    query: z.object({ q: z.string().trim().min(1).max(500) }),
    result: z.object({ hits: z.array(hit) }),
  }),
};
