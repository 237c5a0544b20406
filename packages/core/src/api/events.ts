import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, pageLimit, sessionParams } from "./fields.ts";
import { type Data, verbatim } from "./wire.ts";

const page = z.object({
  after: z.string().max(64).default("0").describe("A seq, or `next` of the page before."),
  limit: pageLimit(limits.api.pageEvents, limits.api.pageEvents),
});

const hit = z.object({
  sessionId: id,
  seq: z.int(),
  title: z.string().nullable(),
  projectRoot: z.string(),
  snippet: z.string().describe("Matched words stand between U+E000 and U+E001."),
});
export type SearchHit = Data<typeof hit>;

/** What a socket listens to: a session, from just after a frame that the client has. */
export const subscription = z.object({ sessionId: id, after: z.string().max(64).optional() });

const eventPage = z.object({
  events: z.array(z.unknown()),
  next: z.string().nullable().describe("Where the next page begins; null at the end of the log."),
});

export const eventRoutes = {
  stream: defineRoute("events.stream", {
    group: "events",
    summary: "Server-sent events: the frames of one session from its beginning, or of all from now on",
    query: z.object({
      sessionId: id.optional(),
      after: z
        .string()
        .max(64)
        .optional()
        .describe("The `id:` of the last frame; `Last-Event-ID` goes before it."),
    }),
    result: z.string(),
    errors: ["session_not_found", "too_many_requests"],
  }),
  page: defineRoute("events.page", {
    group: "events",
    summary: "The log of a session, a page at a time",
    params: sessionParams,
    query: page,
    result: eventPage,
    errors: ["session_not_found", "cursor_expired"],
  }),
  /** A dialect's address, whose query has the names of the code. */
  pluginPage: defineRoute("events.pluginPage", {
    group: "events",
    summary: "The same by another name",
    query: verbatim(page.extend({ sessionId: id })),
    result: eventPage,
    errors: ["session_not_found", "cursor_expired"],
  }),
  snapshot: defineRoute("events.snapshot", {
    group: "events",
    summary: "The folded conversation, and the epoch and seq of its log up to which it goes",
    params: sessionParams,
    result: z.object({ snapshot: z.unknown(), rev: z.int(), seq: z.int() }),
    errors: ["session_not_found"],
  }),
  blob: defineRoute("events.blob", {
    group: "events",
    summary:
      "The whole of what the log holds the beginning of: a tool's output (`truncated`), or an event (`cut`)",
    params: sessionParams.extend({ blobId: id }),
    result: z.string(),
    errors: ["session_not_found", "not_found"],
  }),
  export: defineRoute("events.export", {
    group: "events",
    summary: "The session as a file",
    params: sessionParams,
    query: z.object({ format: z.enum(["jsonl", "md", "html"]).default("jsonl") }),
    result: z.string(),
    errors: ["session_not_found", "not_supported"],
  }),
  search: defineRoute("events.search", {
    group: "search",
    summary: "Find words in all sessions",
    query: z.object({ q: z.string().trim().min(1).max(500) }),
    result: z.object({ hits: z.array(hit) }),
  }),
};
