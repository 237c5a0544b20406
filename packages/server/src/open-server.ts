import { writeFile } from "node:fs/promises";
import path from "node:path";
import { manifests as ownManifests, thisMachine } from "@polylog/backends";
import { type PolylogEvent, serializeFrame } from "@polylog/core";
import { Agents } from "./config/agent-directory.ts";
import { ConfigFile } from "./config/config-file.ts";
import { configJsonSchema } from "./config/config-schema.ts";
import { Detection } from "./config/detection.ts";
import { ProjectConfigs } from "./config/project-config.ts";
import { Trust } from "./config/trust.ts";
import { Auth } from "./http/auth/auth.ts";
import { startHttp } from "./http/server.ts";
import { Hub } from "./hub/hub.ts";
import { Blobs } from "./log/blobs.ts";
import { idMaker } from "./log/ids.ts";
import { readLine } from "./log/live-session.ts";
import { Log } from "./log/log.ts";
import { Watchers } from "./log/watchers.ts";
import { exporter } from "./service/export.ts";
import { LogMaintenance } from "./service/maintenance.ts";
import { Retention } from "./service/retention.ts";
import { PolylogService } from "./service/service.ts";
import type { ServerOptions } from "./start-server.ts";
import { blobFolder } from "./store/blob-files.ts";
import { logFile } from "./store/replace-log.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import type { StoredEvent } from "./store/store.ts";

/** Everything that stands on one log: made together, ended together. */
export interface OpenServer {
  readonly url: string;
  readonly tokenFile: string;
  readonly auth: Auth;
  readonly service: PolylogService;
  /** Ends agents, streams and the log, in this order. */
  close(): Promise<void>;
}

/** Opens the log, settles what a crash left, then lets others in. */
export async function openServer(
  options: ServerOptions,
  port: number,
  replaceLog: () => void,
): Promise<OpenServer> {
  const { home, host, token, version, logger, env } = options;
  const config = await ConfigFile.open(path.join(home, "config.json"));
  const store = (options.openStore ?? openSqliteStore)(logFile(home));
  const hub = new Hub(store, await store.head(), frameOf);
  const now = options.now ?? Date.now;
  const newId = idMaker(now);
  const watchers = new Watchers();
  const log = new Log({
    store,
    hub,
    watchers,
    now,
    newId,
    onHealth: (reason) => {
      if (reason === null) logger.info("writing again");
      else logger.error({ reason }, "cannot write");
    },
  });
  const blobs = new Blobs(blobFolder(home));
  const manifests = options.backends ?? ownManifests;
  const machine = thisMachine(env);
  const detection = new Detection(manifests, machine);
  const trust = new Trust(store, now);
  const projects = new ProjectConfigs(trust);
  const agents = new Agents({
    ...{ manifests, machine, detection, projects, folder: home, given: options.agents ?? [] },
    config: () => config.config,
  });
  const maintenance = new LogMaintenance({ home, store, hub, replaceLog });
  const service = new PolylogService({
    ...{ store, log, hub, blobs, watchers, newId, now, agents, projects },
    ...{ home, config, trust, maintenance, version },
    onFailure: (error) => logger.error({ err: error }, "what was due could not be prompted"),
  });
  const retention = new Retention({
    ...{ store, home, now, rules: () => config.config.retention },
    deleteIfIdle: (sessionId) => service.deleteIfIdle(sessionId),
    onDeleted: (count) => logger.info({ count }, "deleted old sessions"),
    onFailure: (error) => logger.error({ err: error }, "old sessions could not be deleted"),
  });
  const interrupted = await service.actors.recover((sessionId, error) =>
    logger.error({ sessionId, err: error }, "a session cannot be read"),
  );
  await service.budgets.open();
  await service.talk.exchanges.recover();
  if (interrupted > 0) logger.warn({ count: interrupted }, "runs were interrupted by the last stop");
  const tokenFile = path.join(home, "token");
  const auth = await Auth.open({ store, tokenFile, token });
  const { staticFolder, allowPlainNetwork, basePath, origins } = options;
  const readings = {
    events: () => log.events,
    commits: () => log.commits,
    retired: () => retention.deleted,
  };
  const http = await startHttp({
    ...{ service, hub, store, auth, host, port, logger, staticFolder, allowPlainNetwork, readings },
    ...{ basePath, origins, ownTools: service.talk.addresses },
    exportSession: exporter(store, log, blobFolder(home)),
  });
  service.talk.addresses.listens(http.url);
  config.watch((problem) => {
    if (problem === null) logger.info({ file: config.file }, "the configuration was read again");
    else logger.error({ problem }, "the configuration is wrong; the last good one stays");
  });
  retention.start();
  service.scheduler.start();
  // Nobody waits for these: what is not found or written now is looked for when it is asked for.
  void detection.agents();
  void writeSchema(home).catch(() => undefined);
  void service.actors.goOn().catch((error: unknown) => logger.error({ err: error }, "a queue did not go on"));
  return {
    url: http.url,
    tokenFile,
    auth,
    service,
    close: async () => {
      service.refuseMore();
      service.talk.exchanges.close();
      await Promise.all([config.close(), retention.close(), service.scheduler.close()]);
      await Promise.all([http.close(), service.actors.stop()]);
      await log.close();
      await store.close();
    },
  };
}

/** For editors: `"$schema": "./config.schema.json"` in the configuration beside it. */
async function writeSchema(home: string): Promise<void> {
  await writeFile(path.join(home, "config.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}

/** The wire frame of a stored line, whose bytes go out as they are. */
function frameOf({ line }: StoredEvent, event: PolylogEvent = readLine(line)): string {
  return serializeFrame(event, undefined, line);
}
