import type { Logger } from "pino";
import { PolylogError } from "../errors.ts";
import type { Hub } from "../hub/hub.ts";
import { limits as defaults } from "../limits.ts";
import type { ToolAddresses } from "../own-tools/tool-addresses.ts";
import type { Service } from "../service.ts";
import type { EventStore } from "../store/store.ts";
import type { Auth } from "./auth/auth.ts";
import { BasePath } from "./base-path.ts";
import { Guard, isLoopback } from "./guard.ts";
import { Metrics, type Readings } from "./metrics.ts";
import { createNodeServer, type HttpLimits, listen, shutDown, type TlsFiles } from "./node-server.ts";
import { documentOf } from "./openapi.ts";
import { requestListener } from "./request-listener.ts";
import { createRouter } from "./router.ts";
import type { ExportSession, Outside } from "./routes/define.ts";
import { allRoutes } from "./routes/index.ts";
import { type SocketRoute, Sockets } from "./sockets.ts";
import { sseOpener } from "./sse.ts";
import { StaticFiles } from "./static-files.ts";
import { Streams } from "./streams.ts";
import { WsClient } from "./ws.ts";

export interface HttpOptions {
  readonly service: Service;
  readonly hub: Hub;
  readonly store: Pick<EventStore, "head" | "documents">;
  readonly auth: Auth;
  readonly host: string;
  /** 0 takes any port that is free. */
  readonly port: number;
  readonly logger: Logger;
  readonly staticFolder?: string | undefined;
  readonly exportSession?: ExportSession | undefined;
  readonly readings?: Partial<Readings> | undefined;
  /** Sockets beside `/ws`, such as those of a dialect. */
  readonly sockets?: readonly SocketRoute[] | undefined;
  /** Answers the programs of agents, which have credentials of their own. */
  readonly ownTools?: ToolAddresses | undefined;
  readonly tls?: TlsFiles | undefined;
  /** Other origins under which people reach this server, as behind a proxy. */
  readonly origins?: readonly string[] | undefined;
  /** A path such as /polylog, below which a proxy serves this too. */
  readonly basePath?: string | undefined;
  /** Said on purpose: listen beyond this machine although nothing is encrypted. */
  readonly allowPlainNetwork?: boolean | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
}

export interface HttpServer {
  readonly url: string;
  /** Ends the streams and then the connections; never takes longer than two seconds. */
  close(): Promise<void>;
}

/** Everything that can be reached from outside the process. */
export async function startHttp(options: HttpOptions): Promise<HttpServer> {
  const { service, hub, store, auth, host, port, logger, tls, origins } = options;
  checkBind(options);
  const { bodyBytes, heartbeatMs } = defaults;
  const limits: HttpLimits = { ...defaults.http, bodyBytes, heartbeatMs, ...options.limits };
  const { stallMs, helloMs } = limits;

  const streams = new Streams(auth, limits.streamsPerDevice, limits.heartbeatMs);
  const metrics = new Metrics(options.readings ?? {}, () => streams.count);
  const outside: Outside = {
    service,
    auth,
    stream: sseOpener({ hub, service, store, streams, stallMs }),
    exportSession: options.exportSession,
    metrics: () => metrics.text(),
    document: documentOf(allRoutes, service.health().version),
    streamsOf: (deviceId) => streams.countOf(deviceId),
  };
  const router = createRouter(allRoutes, { outside, logger, bodyBytes: limits.bodyBytes });

  const basePath = new BasePath(options.basePath);
  const guard = new Guard({ scheme: tls === undefined ? "http" : "https", host, origins });
  const files = await StaticFiles.open(options.staticFolder);
  const ws: SocketRoute = {
    path: "/ws",
    role: "viewer",
    open: (socket, wire, who) => {
      new WsClient({ hub, outside, logger, helloMs, stallMs }, socket, wire, who);
    },
  };
  const routes = [ws, ...(options.sockets ?? [])];
  const sockets = new Sockets({ guard, basePath, auth, streams, routes, messageBytes: limits.bodyBytes });

  const server = createNodeServer(limits, tls);
  const { ownTools } = options;
  server.on("request", requestListener({ router, guard, files, basePath, metrics, logger, ownTools }));
  server.on("upgrade", (request, wire, head) => sockets.upgrade(request, wire, head));
  const url = await listen(server, host, port).catch((error: unknown) => {
    streams.close();
    metrics.close();
    throw error;
  });
  return {
    url,
    close: async () => {
      streams.close();
      metrics.close();
      await shutDown(server, limits.closeMs);
    },
  };
}

function checkBind({ host, tls, allowPlainNetwork }: HttpOptions): void {
  if (isLoopback(host) || tls !== undefined || allowPlainNetwork === true) return;
  throw new PolylogError(
    "bad_config",
    `Listening on ${host} would let others on the network read along. Give a certificate, or say that you want it.`,
    { host },
  );
}
