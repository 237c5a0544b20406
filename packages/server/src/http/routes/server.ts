import { serverRoutes } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import { docPage, docStyle } from "../doc-page.ts";
import { handle, JSON_TYPE, TextResponse } from "./handler.ts";

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export const serverHandlers = [
  handle(serverRoutes.health, (_, { services, who }) => {
    const { ok, version, reason, warnings = [] } = services.health();
    // The reason may contain file names, so only authenticated devices see it.
    const isKnown = who.role !== "open";
    const answer = { ok, version, ...(isKnown && warnings.length > 0 ? { warnings } : {}) };
    if (ok) return answer;
    const visibleReason = isKnown ? reason : undefined;
    const error = new PolylogError(
      "degraded",
      visibleReason ?? "The server is temporarily degraded. Retry later.",
    );
    return new TextResponse(JSON_TYPE, JSON.stringify({ ...answer, ...error.toJSON() }), {}, error.status);
  }),
  handle(serverRoutes.metrics, async (_, { metrics }) => new TextResponse(METRICS_TYPE, await metrics())),
  handle(serverRoutes.openapi, (_, { document }) => document()),
  handle(
    serverRoutes.docPage,
    (_, { document }) => new TextResponse("text/html; charset=utf-8", docPage(document())),
  ),
  handle(serverRoutes.docStyle, () => new TextResponse("text/css; charset=utf-8", docStyle)),
];
