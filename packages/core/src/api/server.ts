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
  health: defineRoute({
    method: "get",
    path: "/api/health",
    role: "open",
    group: "server",
    summary: "Whether the server is well; 503 while it is not",
    result: health,
    errors: ["degraded"],
  }),
  metrics: defineRoute({
    method: "get",
    path: "/metrics",
    role: "viewer",
    group: "server",
    summary: "Numbers for Prometheus",
    type: "text/plain",
    result: z.string(),
  }),
  openapi: defineRoute({
    method: "get",
    path: "/api/openapi.json",
    role: "viewer",
    group: "server",
    summary: "These routes as OpenAPI 3.1",
    result: z.unknown(),
  }),
  /** It holds nothing but this description, and a browser that opens a page cannot send its key along. */
  docPage: defineRoute({
    method: "get",
    path: "/doc",
    role: "open",
    group: "server",
    summary: "These routes as a page to read",
    type: "text/html",
    result: z.string(),
  }),
  docStyle: defineRoute({
    method: "get",
    path: "/doc/style.css",
    role: "open",
    group: "server",
    summary: "The page's looks",
    type: "text/css",
    result: z.string(),
  }),
};
