import { allRoutes } from "@polylog/core";
import type { Logger } from "pino";
import type { Dialect } from "../dialects/dialect.ts";
import { dialects as allDialects } from "../dialects/registry.ts";
import type { Hub } from "../hub/hub.ts";
import type { ToolAddresses } from "../polylog-tools/tool-addresses.ts";
import type { Services } from "../services.ts";
import type { EventStore } from "../store/store.ts";
import type { Auth } from "./auth/auth.ts";
import { Confirmations } from "./auth/confirmations.ts";
import { dialectSockets, dialectStreams } from "./dialect-connections.ts";
import { EarlyListener, type ListenOptions } from "./entry/early-listener.ts";
import { StaticFiles } from "./entry/static-files.ts";
import { Metrics, type Readings } from "./metrics.ts";
import { documentOf } from "./openapi.ts";
import { requestListener } from "./request-listener.ts";
import { createRouter } from "./router.ts";
import type { ExportSession, RouteDeps } from "./routes/handler.ts";
import { allHandlers } from "./routes/index.ts";
import { sseOpener } from "./sse/sse.ts";
import { Streams } from "./streams.ts";
import { type SocketRoute, Sockets } from "./ws/sockets.ts";
import { WsClient, type WsOptions } from "./ws/ws.ts";

export interface AttachOptions {
  readonly services: Services;
  readonly hub: Hub;
  readonly store: Pick<EventStore, "head" | "documents">;
  readonly auth: Auth;
  readonly logger: Logger;
  readonly staticFolder?: string | undefined;
  readonly exportSession?: ExportSession | undefined;
  readonly readings?: Partial<Readings> | undefined;
  /** Used instead of the registered dialects; for tests. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Answers agents' programs, which have their own credentials. */
  readonly polylogTools?: ToolAddresses | undefined;
}

export type HttpOptions = AttachOptions & Omit<ListenOptions, "version">;

export interface HttpServer {
  readonly url: string;
  /** Closes the streams, then the connections, within two seconds. */
  close(): Promise<void>;
}

/** Opens a listener and serves everything on it. */
export async function startHttp(options: HttpOptions): Promise<HttpServer> {
  return attachHttp(
    await EarlyListener.open({ ...options, version: options.services.health().version }),
    options,
  );
}

/** Serves everything on an open listener, starting with the waiting requests. */
export async function attachHttp(listener: EarlyListener, options: AttachOptions): Promise<HttpServer> {
  const { services, hub, store, auth, logger, dialects = allDialects } = options;
  const { limits, guard, basePath } = listener;
  const { stallMs, helloMs } = limits;

  const streams = new Streams(auth, limits.streamsPerDevice, limits.heartbeatMs);
  const metrics = new Metrics(options.readings ?? {}, () => streams.count);
  const deps: RouteDeps = {
    services,
    auth,
    confirmations: new Confirmations(auth.clocks),
    stream: sseOpener({ hub, services, store, streams, stallMs }),
    exportSession: options.exportSession,
    metrics: () => metrics.text(),
    document: documentOf(allRoutes, services.health().version),
    streamsOf: (deviceId) => streams.countOf(deviceId),
  };
  const router = createRouter(allHandlers, { deps, logger, limits });

  const files = await StaticFiles.open(options.staticFolder);
  const ws: WsOptions = { hub, deps, logger, helloMs, stallMs };
  const wsRoute: SocketRoute = {
    path: "/ws",
    role: "viewer",
    open: (socket, wire, who) => {
      new WsClient(ws, socket, wire, who);
    },
  };
  const routes = [wsRoute, ...dialectSockets(dialects, ws)];
  const sockets = new Sockets({ guard, basePath, auth, streams, routes, limits });

  listener.attach({
    request: requestListener({
      router,
      guard,
      files,
      basePath,
      metrics,
      logger,
      polylogTools: options.polylogTools,
      openDialect: dialectStreams(dialects, { auth, streams, ws }),
    }),
    upgrade: (request, wire, head) => sockets.upgrade(request, wire, head),
  });
  return {
    url: listener.url,
    close: async () => {
      streams.close();
      metrics.close();
      await listener.close();
    },
  };
}
