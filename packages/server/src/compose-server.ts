import { writeFile } from "node:fs/promises";
import path from "node:path";
import { manifests as ownManifests, thisMachine } from "@polylog/backends";
import { type PolylogEvent, serializeFrame } from "@polylog/core";
import type { Logger } from "pino";
import { LogMaintenance } from "./admin/maintenance.ts";
import { AgentDirectory } from "./agents/agent-directory.ts";
import { configuredModes } from "./agents/configured-mode.ts";
import { Detection } from "./agents/detection.ts";
import type { ConfigFile } from "./config/config-file.ts";
import { configJsonSchema } from "./config/config-schema.ts";
import { ProjectConfigs } from "./config/project-config.ts";
import { Trust } from "./config/trust.ts";
import { RevokedDevices } from "./devices/revoked-devices.ts";
import { Auth } from "./http/auth/auth.ts";
import type { EarlyListener } from "./http/entry/early-listener.ts";
import { attachHttp } from "./http/server.ts";
import { Hub } from "./hub/hub.ts";
import { limits } from "./limits.ts";
import { Blobs } from "./log/blobs.ts";
import { idMaker } from "./log/ids.ts";
import { readLine } from "./log/live-session.ts";
import { Log } from "./log/log.ts";
import { Watchers } from "./log/watchers.ts";
import type { ToolsListener } from "./polylog-tools/tools-listener.ts";
import { createServices, type Services } from "./services.ts";
import { exporter } from "./sessions/export.ts";
import { Retention } from "./sessions/retention.ts";
import type { ServerOptions } from "./start-server.ts";
import { blobFolder } from "./store/blob-files.ts";
import type { EventStore, StoredEvent } from "./store/store.ts";

/** Resources that are open before the rest of the server is composed. */
export interface ComposeOptions {
  readonly options: ServerOptions;
  readonly logger: Logger;
  readonly config: ConfigFile;
  readonly store: EventStore;
  readonly listener: EarlyListener;
  readonly tokenFile: string;
  readonly replaceLog: () => void;
}

/** Everything that uses one log. It is created and closed together. */
export interface ComposedServer {
  readonly auth: Auth;
  readonly services: Services;
  /** Closes agents, streams and the log, in this order. */
  close(): Promise<void>;
}

/** Connects the parts of the server, recovers from a crash, then accepts requests. */
export async function composeServer({
  options,
  logger,
  config,
  store,
  listener,
  tokenFile,
  replaceLog,
}: ComposeOptions): Promise<ComposedServer> {
  const { home, token, version, env } = options;
  const hub = new Hub(store, await store.head(), frameOf);
  const now = options.now ?? Date.now;
  const newId = idMaker(now);
  const watchers = new Watchers();
  const unwritable = Promise.withResolvers<void>();
  const log = new Log({
    store,
    hub,
    watchers,
    now,
    newId,
    onHealth: (reason) => {
      if (reason === null) logger.info("the log is writable again");
      else logger.error({ reason }, "cannot write to the log; retrying");
      if (reason !== null) unwritable.resolve();
    },
    onTrouble: (error) => logger.error({ err: error }, "some subscribers did not receive an event"),
  });
  const blobs = new Blobs(blobFolder(home));
  const manifests = options.backends ?? ownManifests;
  const machine = thisMachine(env);
  const detection = new Detection(manifests, machine);
  const projects = new ProjectConfigs(new Trust(store, now));
  const directory = new AgentDirectory({
    ...{ manifests, machine, detection, projects, folder: home, given: options.agents ?? [] },
    config: () => config.config,
  });
  const configured = configuredModes(directory, store);
  const maintenance = new LogMaintenance({ home, store, hub, configured, replaceLog });
  const revoked = new RevokedDevices(store);
  await revoked.open();
  const services = createServices({
    ...{ store, log, hub, blobs, watchers, newId, now, home, version },
    ...{ directory, projects, config, maintenance, revoked },
    onFailure: (error) => logger.error({ err: error }, "cannot send a scheduled prompt"),
    onTrouble: (sessionId, error) => logger.error({ sessionId, err: error }, "cannot continue a session"),
    givenProjects: (options.agents ?? []).flatMap(({ projectRoot }) => projectRoot ?? []),
    idleMs: () => idleMs(config.config.idle_minutes),
  });
  const retention = new Retention({
    ...{ store, home, now, rules: () => config.config.retention },
    deleteIfIdle: (sessionId) => services.sessions.deleteIfIdle(sessionId),
    onDeleted: (count) => logger.info({ count }, "deleted old sessions"),
    onFailure: (error) => logger.error({ err: error }, "cannot delete old sessions"),
  });
  await services.budgets.open();
  const recovered = recover(services, logger);
  // If the log is not writable, recovery waits, but clients can still read.
  await Promise.race([recovered, unwritable.promise]);
  const auth = await Auth.open({ store, tokenFile, token });
  const readings = {
    events: () => log.events,
    commits: () => log.commits,
    retired: () => retention.deleted,
    counts: () => store.counts(),
  };
  const http = await attachHttp(listener, {
    ...{ services, hub, store, auth, logger, readings, staticFolder: options.staticFolder },
    polylogTools: services.toolAddresses,
    exportSession: exporter(store, log, blobFolder(home)),
  });
  const tools = new URL(http.url).protocol === "https:" ? await openTools(services, listener) : null;
  services.toolAddresses.listens(tools?.url ?? http.url);
  config.watch((problem) => {
    if (problem === null) logger.info({ file: config.file }, "configuration reloaded");
    else logger.error({ problem }, "invalid configuration; keeping the last valid one");
  });
  retention.start();
  services.scheduler.start();
  // Startup does not wait for these: missing results are looked up again when they are requested.
  void detection.agents();
  void writeSchema(home).catch(() => undefined);
  void recovered
    .then(() => services.recovery.startQueues())
    .catch((error: unknown) => logger.error({ err: error }, "cannot resume a queue"));
  return {
    auth,
    services,
    close: async () => {
      services.messages.refuseMore();
      services.exchanges.close();
      await Promise.all([config.close(), retention.close(), services.scheduler.close()]);
      await Promise.all([http.close(), tools?.close(), services.actors.stop()]);
      await log.close();
      await store.close();
    },
  };
}

/** Settles the state left by a crash: runs first, then messages between agents. */
async function recover({ recovery, exchanges }: Services, logger: Logger): Promise<void> {
  const interrupted = await recovery.recover((sessionId, error) =>
    logger.error({ sessionId, err: error }, "cannot read a session"),
  );
  await exchanges.recover();
  if (interrupted > 0) logger.warn({ count: interrupted }, "runs were interrupted by the last shutdown");
}

async function openTools(
  { toolAddresses }: Services,
  { limits: bounds }: EarlyListener,
): Promise<ToolsListener> {
  const { openToolsListener } = await import("./polylog-tools/tools-listener.ts");
  return openToolsListener(toolAddresses, bounds);
}

function idleMs(minutes: number | undefined): number | null {
  if (minutes === undefined) return limits.idleMs;
  return minutes === 0 ? null : minutes * 60_000;
}

/** For editors: `"$schema": "./config.schema.json"` in a configuration file in the same folder. */
async function writeSchema(home: string): Promise<void> {
  await writeFile(path.join(home, "config.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}

/** The wire frame of a stored line, whose bytes are sent unchanged. */
function frameOf(
  { line }: StoredEvent,
  projectRoot: string | undefined,
  event: PolylogEvent = readLine(line),
): string {
  return serializeFrame(event, { projectRoot }, line);
}
