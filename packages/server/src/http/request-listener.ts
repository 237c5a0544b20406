import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { ToolAddresses } from "../polylog-tools/tool-addresses.ts";
import type { BasePath } from "./entry/base-path.ts";
import type { Guard } from "./entry/guard.ts";
import { securityHeaders } from "./entry/security-headers.ts";
import type { StaticFiles } from "./entry/static-files.ts";
import { beginExchange, type Exchange } from "./exchange.ts";
import type { Metrics } from "./metrics.ts";
import type { Router } from "./router.ts";
import { sendError } from "./send.ts";
import { toPolylogError } from "./to-error.ts";

export interface ListenerOptions {
  readonly router: Router;
  readonly guard: Guard;
  readonly files: StaticFiles;
  readonly basePath: BasePath;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly polylogTools?: ToolAddresses | undefined;
  /** Answers in a dialect. False if none has the path. */
  readonly openDialect: (exchange: Exchange) => boolean;
}

/** Every request starts here: headers, guard, the page's files, then the routes. */
export function requestListener(options: ListenerOptions) {
  const { router, guard, files, basePath, logger, polylogTools, openDialect } = options;
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const exchange = beginExchange(incoming, outgoing);
    const began = performance.now();
    outgoing.setHeaders(securityHeaders as Map<string, string>);
    outgoing.setHeader("x-request-id", exchange.requestId);
    outgoing.once("finish", () => linger(incoming));
    outgoing.once("close", () => record(exchange, performance.now() - began, options));
    const refused = guard.check(incoming);
    basePath.strip(incoming);
    if (refused !== null) {
      sendError(outgoing, refused);
      return;
    }
    if (openDialect(exchange)) return;
    if (basePath.redirect(incoming, outgoing) || files.serve(incoming, outgoing)) {
      exchange.route = "page";
    } else if (polylogTools !== undefined && incoming.url?.split("?", 1)[0] === polylogTools.path) {
      exchange.route = polylogTools.path;
      polylogTools
        .serve(incoming, outgoing)
        .catch((error: unknown) => sendError(outgoing, toPolylogError(error)));
    } else {
      router(exchange).catch((error: unknown) => {
        logger.error({ request_id: exchange.requestId, err: error }, "cannot route a request");
        sendError(outgoing, toPolylogError(error));
      });
    }
  };
}

const LINGER_MS = 500;

/**
 * A request can be answered before it has fully arrived, for example if it is too large. The client gets a moment to read
 * the response, which closing at once could destroy, and the rest of the request is discarded.
 */
function linger(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  incoming.resume();
  const timer = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy();
  }, LINGER_MS);
  incoming.once("close", () => clearTimeout(timer));
}

function record(
  { incoming, outgoing, requestId, route, deviceId }: Exchange,
  ms: number,
  options: ListenerOptions,
): void {
  const { metrics, logger } = options;
  const status = outgoing.statusCode;
  metrics.answered(route, status);
  // A stream stays open as long as its client keeps it open.
  const isStream = String(outgoing.getHeader("content-type")).startsWith("text/event-stream");
  if (!isStream) metrics.took(route, ms);
  logger.debug({
    request_id: requestId,
    method: incoming.method,
    route,
    status,
    device: deviceId,
    ms: Math.round(ms),
  });
}
