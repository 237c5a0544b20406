import path from "node:path";
import { backends, reapLeftovers, recordProcessesIn } from "@polylog/backends";
import { parseEvent, serializeFrame } from "@polylog/core";
import type { Logger } from "pino";
import { ConfiguredAgents } from "./config/agent-directory.ts";
import { ConfigFile } from "./config/config-file.ts";
import { Auth } from "./http/auth/auth.ts";
import type { HttpServer } from "./http/server.ts";
import { startHttp } from "./http/server.ts";
import { Hub } from "./hub/hub.ts";
import { Blobs } from "./log/blobs.ts";
import { idMaker } from "./log/ids.ts";
import { Log } from "./log/log.ts";
import { exporter } from "./service/export.ts";
import { PolylogService } from "./service/service.ts";
import { lockHome } from "./store/home-lock.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import type { EventStore, StoredEvent } from "./store/store.ts";

/** One server on one home: takes the home, opens the log, settles what a crash left, then lets others in. */
export interface ServerOptions {
  readonly home: string;
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
  readonly version: string;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly staticFolder?: string | undefined;
  readonly allowPlainNetwork?: boolean | undefined;
  /** Where the events are kept; a test may give its own. */
  readonly openStore?: ((file: string) => EventStore) | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly tokenFile: string;
  readonly auth: Auth;
  readonly service: PolylogService;
  /** Ends agents, streams and the log, in this order. */
  close(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { home, host, port, token, version, logger, env } = options;
  const lock = lockHome(home);
  try {
    const processes = path.join(home, "processes");
    const reaped = await reapLeftovers(processes);
    if (reaped.killed.length > 0)
      logger.warn({ count: reaped.killed.length }, "ended processes left by a crash");
    await recordProcessesIn(processes);
    const config = await ConfigFile.open(path.join(home, "config.json"));
    const store = (options.openStore ?? openSqliteStore)(path.join(home, "polylog.db"));
    const hub = new Hub(store, await store.head(), frameOf);
    const now = Date.now;
    const newId = idMaker(now);
    const log = new Log({
      store,
      hub,
      now,
      newId,
      onHealth: (reason) => {
        if (reason === null) logger.info("writing again");
        else logger.error({ reason }, "cannot write");
      },
    });
    const blobs = new Blobs(path.join(home, "blobs"));
    const agents = new ConfiguredAgents({ backends, config: () => config.config, folder: home, env });
    const service = new PolylogService({ store, log, hub, blobs, newId, now, agents, config, version });
    const interrupted = await service.actors.recover((sessionId, error) =>
      logger.error({ sessionId, err: error }, "a session cannot be read"),
    );
    if (interrupted > 0) logger.warn({ count: interrupted }, "runs were interrupted by the last stop");
    const tokenFile = path.join(home, "token");
    const auth = await Auth.open({ store, tokenFile, token });
    const { staticFolder, allowPlainNetwork } = options;
    const readings = { events: () => log.events, commits: () => log.commits };
    const http = await startHttp({
      ...{ service, hub, store, auth, host, port, logger, staticFolder, allowPlainNetwork, readings },
      exportSession: exporter(store, log),
    });
    lock.announce(http.url);
    void service.actors
      .goOn()
      .catch((error: unknown) => logger.error({ err: error }, "a queue did not go on"));
    return {
      url: http.url,
      tokenFile,
      auth,
      service,
      close: () => close(http, service, log, store, lock.release),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function close(
  http: HttpServer,
  service: PolylogService,
  log: Log,
  store: EventStore,
  release: () => void,
): Promise<void> {
  service.refuseMore();
  await Promise.all([http.close(), service.actors.stop()]);
  await log.close();
  await store.close();
  release();
}

/** The wire frame of a stored line, whose bytes go out as they are. */
function frameOf({ line }: StoredEvent): string {
  const parsed = parseEvent(line);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  return serializeFrame(parsed.event, undefined, line);
}
