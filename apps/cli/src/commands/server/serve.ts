import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import path from "node:path";
import { PolylogError, type RunningServer, readConfig, startServer } from "@polylog/server/start";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { demoAgents } from "../../demo/demo-agent.ts";
import { makeDemoProject } from "../../demo/demo-project.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { Output } from "../../output.ts";
import { pageFolder } from "../../server/page-folder.ts";
import { serveSettings, tlsSettings } from "../../settings.ts";
import { readableLog } from "../../show/readable-log.ts";
import { onStopSignal } from "../../stop-signals.ts";
import { version } from "../../version.ts";

/** Shutdown is promised within 5 s. Work that is still running shortly before that is killed. */
const STOP_MS = 4500;

export interface ServeOptions {
  readonly allowPlainNetwork?: true;
  readonly basePath?: string;
  readonly origin?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export async function serve(context: Context, options: ServeOptions): Promise<number> {
  const { home, flags, env, output } = context;
  const stopped = Promise.withResolvers<void>();
  onStopSignal(stopped.resolve);
  const config = await readConfig(path.join(home, "config.json"));
  const { logLevel, ...address } = serveSettings(flags, env, config);
  const tls = tlsSettings(options, env, config, home);
  if (output.json) output.remark(`Starting on ${home} …`);
  const isWatched = process.stderr.isTTY && !output.json;
  const logger = async () => {
    const { createLogger } = await import("@polylog/server");
    return createLogger(logLevel, isWatched ? readableLog((text) => output.remark(text)) : undefined);
  };
  logUnhandledRejections(async (reason) => {
    const err = reason instanceof Error ? reason : new Error(String(reason));
    (await logger()).error({ err }, "unhandled rejection");
  });
  const { allowPlainNetwork, basePath, origin: origins } = options;
  const running = await startServer({
    ...{ ...address, home, env, version, logger, allowPlainNetwork, basePath, origins, tls },
    agents: demoAgents(home),
    staticFolder: existsSync(pageFolder) ? pageFolder : undefined,
    onListening: ({ url, tokenFile }) => {
      if (output.json) output.value({ url, token_file: tokenFile, pid: process.pid, version });
    },
  }).catch((error: unknown) => {
    throw withFlagNamed(error);
  });
  // The demo is optional: the server starts without it.
  const project = await makeDemoProject(home).catch(() => null);
  if (!output.json) printReady(running, project, output);
  // Flushed now because a server may be killed before it could do this on exit.
  flushCompileCache();
  const failure = await Promise.race([stopped.promise, running.failed]);
  if (failure !== undefined) throw failure;
  output.remark("Stopping …");
  // The model ends with the process, after the agents that use it.
  return stop(running, output);
}

function printReady({ url, tokenFile, auth }: RunningServer, project: string | null, output: Output): void {
  const { code } = auth.newCode("owner", "browser");
  output.line(`Polylog ${version} is ready: ${url}/#code=${code}`);
  output.line(
    'The link signs in one browser and expires in one minute. For another, run "npx polylog open".',
  );
  output.line(`API for programs: ${url}/doc. The token is in ${tokenFile}.`);
  if (project !== null)
    output.line(`To try Polylog without an API key, use the agent "demo" in the project ${project}.`);
  output.line("Press Ctrl-C to stop.");
}

async function stop(running: RunningServer, output: Output): Promise<number> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), STOP_MS);
  const ended = await Promise.race([running.close(), late.promise]);
  clearTimeout(timer);
  if (ended !== "late") return exitCodes.done;
  output.remark("Some work did not stop in time and was killed. The log is intact.");
  return exitCodes.error;
}

/** The server does not know which flags this command has, so they are named here. */
function withFlagNamed(error: unknown): unknown {
  if (!(error instanceof PolylogError) || error.code !== "bad_config") return error;
  const { host, port, reason } = error.details;
  if (reason === "EADDRINUSE") return new CliError("port_in_use", error.message);
  if (host === undefined || port !== undefined) return error;
  return new CliError(
    error.code,
    `Without encryption, others on the network could read everything on ${host}. Add --tls-cert and --tls-key, or --allow-plain-network if you trust the network.`,
  );
}

/**
 * A last resort: an unhandled rejection is a bug in the work of one session, and the other sessions must continue. An uncaught
 * exception still ends the process because it leaves an unknown state; the next start settles the log.
 */
function logUnhandledRejections(log: (reason: unknown) => Promise<void>): void {
  process.on("unhandledRejection", (reason) => {
    // A failed log write must not cause another rejection.
    log(reason).catch(() => undefined);
  });
}
