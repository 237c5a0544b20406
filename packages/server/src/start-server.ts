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
import type { TlsPaths } from "./http/entry/tls-files.ts";
import { limits } from "./limits.ts";
import type { Services } from "./services.ts";
import { lockHome } from "./store/home-lock.ts";
import { type OpenStoreOptions, storeOpener } from "./store/open-store.ts";

/**
 * The code needed before the server listens. It is the package's `./start` entry, so that the rest
 * (`compose-server.ts`) is loaded after the port is open.
 */
export { readConfig } from "./config/read-config.ts";
export { PolylogError } from "./polylog-error.ts";

/** The options of a server. It locks its home, then opens the log in it. */
export interface ServerOptions extends OpenStoreOptions {
  readonly host: string;
  readonly port: number;
  readonly token?: string | undefined;
  readonly version: string;
  /** A function is called only when a logger is needed. */
  readonly logger: Logger | (() => Promise<Logger>);
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Agents in addition to configured and detected ones. */
  readonly agents?: readonly GivenAgent[] | undefined;
  /** A clock to use instead of the machine's. */
  readonly now?: (() => number) | undefined;
  readonly staticFolder?: string | undefined;
  readonly tls?: TlsPaths | undefined;
  readonly allowPlainNetwork?: boolean | undefined;
  /** The base path, such as /polylog, and the origins of a proxy that also serves the server. */
  readonly basePath?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  /**
   * Called as soon as the server accepts connections. Requests are answered a moment later, when everything is loaded and
   * recovered; `startServer` resolves then.
   */
  readonly onListening?: ((at: Listening) => void) | undefined;
  /** The backends; tests can replace them. */
  readonly backends?: Readonly<Record<string, BackendManifest>> | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly tokenFile: string;
  readonly auth: Auth;
  readonly services: Services;
  /** Resolves if the server can no longer serve: a backup replaced the log, but could not be opened. */
  readonly failed: Promise<Error>;
  /** Closes agents, streams and the log, in this order. */
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

/** Stops processes left by a previous server, and records the ones that this server starts. */
async function takeOverProcesses(home: string, logger: Logger): Promise<void> {
  const { reapLeftovers, recordProcessesIn } = await import("@polylog/backends");
  const folder = path.join(home, "processes");
  const { killed } = await reapLeftovers(folder);
  if (killed.length > 0) logger.warn({ count: killed.length }, "stopped processes left by a crash");
  await recordProcessesIn(folder);
}

/** A server whose log can be replaced: everything that uses the log is closed and reopened at the same address. */
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
    // A URL omits the default port of its scheme.
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

  /** The requester is answered first. */
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
      logger.warn({ kept }, "replaced the log with a backup");
    } catch (error) {
      // Without a log the server cannot continue; the next start reads the files on disk.
      logger.fatal({ err: error }, "the server could not reopen after replacing the log");
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
  /** Must be called before anything is read from the log. */
  readonly prepare: (logger: Logger) => Promise<void>;
  readonly onListening: (at: Listening) => void;
  readonly replaceLog: () => void;
}

/** The address of a server, and the file with the token that it requires. */
export interface Listening {
  readonly url: string;
  readonly tokenFile: string;
  /** The address it was configured to listen on. */
  readonly host: string;
  /** The public address behind a proxy or a host name; null if not configured. */
  readonly publicUrl: string | null;
  /** The certificate, for commands on this machine to recognize the server; null without TLS. */
  readonly certificate: string | null;
}

/**
 * Opens the log and listens, then loads the rest; requests that arrive in the meantime wait. An unusable configuration, log
 * or port is therefore reported at once, and health checks are answered early.
 */
async function openServer(options: ServerOptions, opening: OpeningOptions): Promise<OpenServer> {
  const { home, token } = options;
  const config = await ConfigFile.open(path.join(home, "config.json"));
  const opener = storeOpener(options);
  const tokenFile = path.join(home, "token");
  let listener: EarlyListener | undefined;
  try {
    await ownerToken(tokenFile, token);
    // The TLS code is slow to load, and most servers have no certificate.
    const tls =
      options.tls === undefined
        ? undefined
        : await (await import("./http/entry/tls-files.ts")).readTls(options.tls);
    listener = await EarlyListener.open({ ...options, tls, port: opening.port });
    const at = {
      ...{ url: listener.url, tokenFile, host: options.host, publicUrl: publicUrlOf(options) },
      certificate: tls === undefined ? null : String(tls.cert),
    };
    opening.onListening(at);
    // Loading blocks the event loop, so a health check that has already arrived is answered first.
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
