import { z } from "zod";
import { defineRoute } from "./contract.ts";
import type { Data } from "./wire.ts";

const health = z.object({
  ok: z.boolean(),
  version: z.string(),
  warnings: z.array(z.string()).optional().describe("What to look at; only for those who were let in."),
});

/** `reason` says why it is not well; over HTTP it is the message of the error. */
export interface Health extends Data<typeof health> {
  readonly reason?: string;
}

export const serverRoutes = {
  health: defineRoute("server.health", {
    group: "server",
    summary: "Whether the server is well; 503 while it is not",
    result: health,
    errors: ["degraded"],
  }),
  metrics: defineRoute("server.metrics", {
    group: "server",
    summary: "Numbers for Prometheus",
    result: z.string(),
  }),
  openapi: defineRoute("server.openapi", {
    group: "server",
    summary: "These routes as OpenAPI 3.1",
    result: z.unknown(),
  }),
  /** It holds nothing but this description, and a browser that opens a page cannot send its key along. */
  docPage: defineRoute("server.docPage", {
    group: "server",
    summary: "These routes as a page to read",
    result: z.string(),
  }),
  docStyle: defineRoute("server.docStyle", {
    group: "server",
    summary: "The page's looks",
    result: z.string(),
  }),
};
