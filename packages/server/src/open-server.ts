import path from "node:path";
import type { Logger } from "pino";
import type { OpenInside } from "./compose-server.ts";
import { ConfigFile } from "./config/config-file.ts";
import { ownerToken } from "./http/auth/token-file.ts";
import { Door } from "./http/door.ts";
import type { TlsFiles } from "./http/node-server.ts";
import type { TlsPaths } from "./http/tls-files.ts";
import { limits } from "./limits.ts";
import type { ServerOptions } from "./start-server.ts";
import { prepareLog, recordLog } from "./store/home-log.ts";
import { logFile } from "./store/log-file.ts";
import { openDatabase } from "./store/open-database.ts";

export interface OpenServer extends OpenInside, Listening {
  readonly logger: Logger;
}

export interface Around {
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
 * Opens the log and the door; what lies behind the door is loaded after that, and whoever comes meanwhile waits for it.
 * So a configuration, a log or a port that is of no use is told at once, and a server is there in no time.
 */
export async function openServer(options: ServerOptions, around: Around): Promise<OpenServer> {
  const { home, token } = options;
  const config = await ConfigFile.open(path.join(home, "config.json"));
  const openLog = logOpener(options);
  const tokenFile = path.join(home, "token");
  let door: Door | undefined;
  try {
    await ownerToken(tokenFile, token);
    const tls = options.tls === undefined ? undefined : await readTlsFiles(options.tls);
    door = await Door.open({ ...options, tls, port: around.port });
    const at = {
      ...{ url: door.url, tokenFile, host: options.host, publicUrl: publicUrlOf(options) },
      certificate: tls === undefined ? null : String(tls.cert),
    };
    around.onListening(at);
    // Loading holds everybody up; whoever only asks whether the server is there is answered before.
    if (options.onListening !== undefined) await door.someoneWaits(limits.http.restMs);
    const { openInside } = await import("./compose-server.ts");
    const logger = typeof options.logger === "function" ? await options.logger() : options.logger;
    await around.prepare(logger);
    const { replaceLog } = around;
    const store = await openLog.store();
    const inside = await openInside({ options, logger, config, store, door, tokenFile, replaceLog });
    return { ...at, logger, ...inside };
  } catch (error) {
    await door?.close();
    openLog.close();
    throw error;
  }
}

function publicUrlOf({ origins = [], basePath = "" }: ServerOptions): string | null {
  const [origin] = origins;
  return origin === undefined ? null : origin + basePath.replace(/\/+$/, "");
}

/** Most have no certificate, and what reads one takes long to load. */
async function readTlsFiles(paths: TlsPaths): Promise<TlsFiles> {
  return (await import("./http/tls-files.ts")).readTls(paths);
}

/** The file is opened at once, the store on it when it is needed. */
function logOpener({ home, openStore }: ServerOptions) {
  const file = logFile(home);
  prepareLog(home);
  const database = openStore === undefined ? openDatabase(file) : null;
  if (database !== null) recordLog(home);
  return {
    store: async () => {
      if (openStore !== undefined) {
        const store = openStore(file);
        recordLog(home);
        return store;
      }
      const { storeOn } = await import("./store/sqlite-store.ts");
      return storeOn(database as NonNullable<typeof database>);
    },
    close: () => {
      if (database?.isOpen) database.close();
    },
  };
}
