import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BackendManifest } from "@polylog/backends";
import type { Logger } from "pino";
import type { GivenAgent } from "./agents/given-agent.ts";
import type { ComposedServer } from "./compose-server.ts";
import { ConfigFile } from "./config/config-file.ts";
import type { Auth } from "./http/auth/auth.ts";
import { ownerToken } from "./http/auth/token-file.ts";
import { EarlyListener } from "./http/entry/early-listener.ts";
import type { TlsFiles } from "./http/entry/node-server.ts";
import type { TlsPaths } from "./http/entry/tls-files.ts";
import { limits } from "./limits.ts";
import type { Services } from "./services.ts";
import { lockHome } from "./store/home-lock.ts";
import { type OpenStoreOptions, storeOpener } from "./store/open-store.ts";

/**
 * Everything needed before the server listens. It is the package's `./start` entry, so that the rest
 * (`compose-server.ts`) loads after the port is open.
 */
export { readConfig } from "./config/read-config.ts";
export { PolylogError } from "./errors.ts";

/** One server on one home: takes the home, then opens what is in it. */
export interface ServerOptions extends OpenStoreOptions {
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
  readonly version: string;
  /** A function is called when there may be something to say. */
  readonly logger: Logger | (() => Promise<Logger>);
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Agents that are there beside those of the configuration and those that are found. */
  readonly agents?: readonly GivenAgent[] | undefined;
  /** The clock, where it is not the machine's. */
  readonly now?: (() => number) | undefined;
  readonly staticFolder?: string | undefined;
  readonly tls?: TlsPaths | undefined;
  readonly allowPlainNetwork?: boolean | undefined;
  /** A path such as /polylog, and the origins, under which a proxy serves this too. */
  readonly basePath?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  /**
   * Told as soon as others can come. They are let in when all is loaded and settled, a moment later; `startServer`
   * resolves then.
   */
  readonly onListening?: ((at: Listening) => void) | undefined;
  /** The backends; a test may give its own. */
  readonly backends?: Readonly<Record<string, BackendManifest>> | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly tokenFile: string;
  readonly auth: Auth;
  readonly services: Services;
  /** Resolves if it can serve no more: a backup was put in the log's place and nothing came up on it. */
  readonly failed: Promise<Error>;
  /** Ends agents, streams and the log, in this order. */
  close(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const lock = lockHome(options.home);
  try {
    const server = new ReplaceableServer(options);
    const { url } = await server.start((at) => {
      lock.announce(at);
      options.onListening?.(at);
    });
    return {
      url,
      get tokenFile() {
        return server.current.tokenFile;
      },
      get auth() {
        return server.current.auth;
      },
      get services() {
        return server.current.services;
      },
      failed: server.failed,
      close: async () => {
        await server.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Ends what a server before this one left running, and writes down what this one starts. */
async function takeOverProcesses(home: string, logger: Logger): Promise<void> {
  const { reapLeftovers, recordProcessesIn } = await import("@polylog/backends");
  const folder = path.join(home, "processes");
  const { killed } = await reapLeftovers(folder);
  if (killed.length > 0) logger.warn({ count: killed.length }, "ended processes left by a crash");
  await recordProcessesIn(folder);
}

/** A server whose log can be put in another's place: all that stood on it ends and comes up again at the same address. */
class ReplaceableServer {
  readonly failed: Promise<Error>;
  private readonly options: ServerOptions;
  private readonly fail: (error: Error) => void;
  private opened: OpenServer | null = null;
  private changing: Promise<void> = Promise.resolve();
  private isClosing = false;
  private port: number;

  constructor(options: ServerOptions) {
    this.options = options;
    this.port = options.port;
    ({ promise: this.failed, resolve: this.fail } = Promise.withResolvers<Error>());
  }

  get current(): OpenServer {
    if (this.opened === null) throw new Error("The server is not open.");
    return this.opened;
  }

  async start(onListening: (at: Listening) => void): Promise<OpenServer> {
    const prepare = (logger: Logger) => takeOverProcesses(this.options.home, logger);
    const server = await this.open({ onListening, prepare });
    // A scheme's own port is not in an address.
    const { port, protocol } = new URL(server.url);
    this.port = Number(port || (protocol === "https:" ? 443 : 80));
    return server;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.changing;
    await this.opened?.close();
  }

  private async open(first?: Pick<OpeningOptions, "onListening" | "prepare">): Promise<OpenServer> {
    this.opened = await openServer(this.options, {
      port: this.port,
      onListening: () => undefined,
      prepare: async () => undefined,
      replaceLog: () => this.replaceSoon(),
      ...first,
    });
    return this.opened;
  }

  /** Whoever asked for it is answered first. */
  private replaceSoon(): void {
    this.changing = this.changing.then(nextTurn).then(() => this.replace());
  }

  private async replace(): Promise<void> {
    if (this.isClosing) return;
    const { logger } = this.current;
    try {
      const { installRestoredLog } = await import("./store/backup/install-restored-log.ts");
      await this.current.close();
      const kept = installRestoredLog(this.options.home);
      await this.open();
      logger.warn({ kept }, "a backup was put in the log's place");
    } catch (error) {
      // Without a log there is nothing to serve; the next start reads what is on the disk.
      logger.fatal({ err: error }, "the server did not come up again");
      this.opened = null;
      this.fail(error as Error);
    }
  }
}

interface OpenServer extends ComposedServer, Listening {
  readonly logger: Logger;
}

interface OpeningOptions {
  readonly port: number;
  /** Has to be done before anything is read from the log. */
  readonly prepare: (logger: Logger) => Promise<void>;
  readonly onListening: (at: Listening) => void;
  readonly replaceLog: () => void;
}

/** Where a server is found, and the file with the token that it wants. */
export interface Listening {
  readonly url: string;
  readonly tokenFile: string;
  /** The address it was told to listen on. */
  readonly host: string;
  /** Where people reach it through a proxy or by a name; null where nobody said. */
  readonly publicUrl: string | null;
  /** What it shows to those who connect, for commands on this machine to know it by; null without TLS. */
  readonly certificate: string | null;
}

/**
 * Opens the log and listens, then loads the rest; requests that arrive meanwhile wait. So an unusable configuration,
 * log or port is reported at once, and health checks are answered early.
 */
async function openServer(options: ServerOptions, opening: OpeningOptions): Promise<OpenServer> {
  const { home, token } = options;
  const config = await ConfigFile.open(path.join(home, "config.json"));
  const opener = storeOpener(options);
  const tokenFile = path.join(home, "token");
  let listener: EarlyListener | undefined;
  try {
    await ownerToken(tokenFile, token);
    const tls = options.tls === undefined ? undefined : await readTlsFiles(options.tls);
    listener = await EarlyListener.open({ ...options, tls, port: opening.port });
    const at = {
      ...{ url: listener.url, tokenFile, host: options.host, publicUrl: publicUrlOf(options) },
      certificate: tls === undefined ? null : String(tls.cert),
    };
    opening.onListening(at);
    // Loading blocks the event loop, so a health check that is already here is answered first.
    if (options.onListening !== undefined) await listener.waitForRequest(limits.http.restMs);
    const { composeServer } = await import("./compose-server.ts");
    const logger = typeof options.logger === "function" ? await options.logger() : options.logger;
    await opening.prepare(logger);
    const { replaceLog } = opening;
    const store = await opener.store();
    const composed = await composeServer({ options, logger, config, store, listener, tokenFile, replaceLog });
    return { ...at, logger, ...composed };
  } catch (error) {
    await listener?.close();
    opener.close();
    throw error;
  }
}

function publicUrlOf({ origins = [], basePath = "" }: ServerOptions): string | null {
  const [origin] = origins;
  return origin === undefined ? null : origin + basePath.replace(/\/+$/, "");
}

/** Most have no certificate, and what reads one takes long to load. */
async function readTlsFiles(paths: TlsPaths): Promise<TlsFiles> {
  return (await import("./http/entry/tls-files.ts")).readTls(paths);
}
