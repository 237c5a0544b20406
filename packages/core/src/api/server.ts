import { z } from "zod";
import { defineRoute } from "./contract.ts";
import type { Data } from "./wire.ts";

const health = z.object({
  ok: z.boolean(),
  version: z.string(),
  warnings: z
    .array(z.string())
    .optional()
    .describe("The checks with problems; only for authenticated clients."),
});

/** `reason` says why the server is unhealthy; over HTTP it is the error's message. */
export interface Health extends Data<typeof health> {
  readonly reason?: string;
}

export const serverRoutes = {
  health: defineRoute("server.health", {
    group: "server",
    summary: "Check the server's health; returns 503 if it is unhealthy",
    result: health,
    errors: ["degraded"],
  }),
  metrics: defineRoute("server.metrics", {
    group: "server",
    summary: "Metrics in Prometheus format",
    result: z.string(),
  }),
  openapi: defineRoute("server.openapi", {
    group: "server",
    summary: "This API as an OpenAPI 3.1 document",
    result: z.unknown(),
  }),
  /** Open, because it holds only this description and a browser that opens a page cannot send its key. */
  docPage: defineRoute("server.docPage", {
    group: "server",
    summary: "This API as a web page",
    result: z.string(),
  }),
  docStyle: defineRoute("server.docStyle", {
    group: "server",
    summary: "The web page's stylesheet",
    result: z.string(),
  }),
};
