import os from "node:os";
import path from "node:path";
import type { Config } from "@polylog/server";
import { CliError } from "./cli-error.ts";
import { exitCodes } from "./exit-codes.ts";

/** The command line options that every command has. */
export interface Flags {
  readonly home?: string | undefined;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly token?: string | undefined;
  readonly logLevel?: string | undefined;
  readonly databaseUrl?: string | undefined;
  /** Confirm without asking, as `yolo` does for a run. */
  readonly yes?: true | undefined;
  readonly yolo?: true | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_PORT = 7717;
export const DEFAULT_HOST = "127.0.0.1";
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The folder for Polylog's log, token and configuration. */
export function homeOf({ home }: Flags, env: Environment): string {
  const given = home ?? setOrNot(env.POLYLOG_HOME);
  if (given !== undefined) return path.resolve(given);
  // The XDG specification requires relative paths to be ignored.
  const data = setOrNot(env.XDG_DATA_HOME);
  const base =
    data !== undefined && path.isAbsolute(data) ? data : path.join(os.homedir(), ".local", "share");
  return path.join(base, "polylog");
}

export function tokenOf({ token }: Flags, env: Environment): string | undefined {
  return token ?? setOrNot(env.POLYLOG_TOKEN);
}

export interface ServeSettings {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly logLevel: string;
}

/** Flags override the environment, and the environment overrides the file. */
export function serveSettings(flags: Flags, env: Environment, config: Config): ServeSettings {
  assertNoDatabase(env, config);
  return {
    host: flags.host ?? setOrNot(env.POLYLOG_HOST) ?? config.host ?? DEFAULT_HOST,
    port: flags.port ?? portFrom(setOrNot(env.POLYLOG_PORT)) ?? config.port ?? DEFAULT_PORT,
    token: tokenOf(flags, env),
    logLevel: logLevelOf(flags, env) ?? config.log_level ?? "warn",
  };
}

export interface TlsFlags {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/** Paths in config.json are relative to the home. Paths in flags and variables are relative to this folder. */
export function tlsSettings(
  flags: TlsFlags,
  env: Environment,
  config: Config,
  home: string,
): { readonly cert: string; readonly key: string } | undefined {
  const fileOf = (given: string | undefined, set: string | undefined) =>
    given === undefined ? set && path.resolve(home, set) : path.resolve(given);
  const cert = fileOf(flags.tlsCert ?? setOrNot(env.POLYLOG_TLS_CERT), config.tls_cert);
  const key = fileOf(flags.tlsKey ?? setOrNot(env.POLYLOG_TLS_KEY), config.tls_key);
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  const [has, lacks] = cert === undefined ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"];
  throw usage(`TLS needs a certificate and its key: ${has} is set, ${lacks} is missing.`);
}

const SQLITE_ONLY =
  "This version stores its log in SQLite in the home. PostgreSQL is not supported yet. Remove";

/** A configured database must not silently become a file. */
export function assertNoDatabase(env: Environment, config: Config): void {
  if (setOrNot(env.POLYLOG_DATABASE_URL) !== undefined) {
    throw new CliError("bad_config", `${SQLITE_ONLY} POLYLOG_DATABASE_URL.`);
  }
  if (config.database_url !== undefined) {
    throw new CliError("bad_config", `${SQLITE_ONLY} database_url from config.json.`);
  }
}

export function assertNoDatabaseFlag({ databaseUrl }: Flags): void {
  if (databaseUrl !== undefined) throw usage(`${SQLITE_ONLY} --database-url.`);
}

export function logLevelOf({ logLevel }: Flags, env: Environment): string | undefined {
  const level = logLevel ?? setOrNot(env.POLYLOG_LOG_LEVEL);
  if (level === undefined || logLevels.some((known) => known === level)) return level;
  throw usage(`Invalid POLYLOG_LOG_LEVEL "${level}". Valid levels: ${logLevels.join(", ")}.`);
}

/** Null if the text is not a port. */
export function readPort(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

function portFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = readPort(text);
  if (port === null) throw usage(`Invalid POLYLOG_PORT "${text}". Expected a number from 0 to 65535.`);
  return port;
}

/** An empty variable counts as unset. */
function setOrNot(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function usage(message: string): CliError {
  return new CliError("usage", message, exitCodes.usage);
}
