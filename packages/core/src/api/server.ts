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
    summary: "Check the server's health; returns 503 if it is unhealthy",
    result: health,
    errors: ["degraded"],
  }),
  metrics: defineRoute("server.metrics", {
    summary: "Metrics in Prometheus format",
    result: z.string(),
  }),
  openapi: defineRoute("server.openapi", {
    summary: "This API as an OpenAPI 3.1 document",
    result: z.unknown(),
  }),
  /** Open, because it holds only this description and a browser that opens a page cannot send its key. */
  docPage: defineRoute("server.docPage", {
    summary: "This API as a web page",
    result: z.string(),
  }),
  docStyle: defineRoute("server.docStyle", {
    summary: "The web page's stylesheet",
    result: z.string(),
  }),
};
