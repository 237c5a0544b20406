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

/** The promise is 5 s; what has not ended by itself a little before that is cut off. */
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
    (await logger()).error({ err }, "something failed that nobody waited for");
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
  // The demo is an extra: a server starts without it.
  const project = await makeDemoProject(home).catch(() => null);
  if (!output.json) tellReady(running, project, output);
  // A server may be killed long before it could do this at its end.
  flushCompileCache();
  const failure = await Promise.race([stopped.promise, running.failed]);
  if (failure !== undefined) throw failure;
  output.remark("Stopping …");
  // The model ends with the process, after the agents that speak with it.
  return stop(running, output);
}

function tellReady({ url, tokenFile, auth }: RunningServer, project: string | null, output: Output): void {
  const { code } = auth.newCode("owner", "browser");
  output.line(`Polylog ${version} is ready: ${url}/#code=${code}`);
  output.line('The link signs a browser in, once and within a minute; "npx polylog open" makes another.');
  output.line(`Programs use the API, ${url}/doc, with the token in ${tokenFile}.`);
  if (project !== null) output.line(`To try it without a key: the agent "demo" in the project ${project}.`);
  output.line("Ctrl-C stops it.");
}

async function stop(running: RunningServer, output: Output): Promise<number> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), STOP_MS);
  const ended = await Promise.race([running.close(), late.promise]);
  clearTimeout(timer);
  if (ended !== "late") return exitCodes.done;
  output.remark("Something did not end in time and was cut off. The log is safe.");
  return exitCodes.error;
}

/** The server cannot know by which flag its caller is told to go on. */
function withFlagNamed(error: unknown): unknown {
  if (!(error instanceof PolylogError) || error.code !== "bad_config") return error;
  const { host, port, reason } = error.details;
  if (reason === "EADDRINUSE") return new CliError("port_in_use", error.message);
  if (host === undefined || port !== undefined) return error;
  return new CliError(
    error.code,
    `On ${host} others on the network could read along. Add --tls-cert and --tls-key, or --allow-plain-network if you trust the network.`,
  );
}

/**
 * A last resort for a process that many work in: a rejection that nobody took is a bug of one of them, and the others'
 * work does not end over it. An exception that nobody caught still ends the process: it left something half done in the
 * middle, which nobody knows the state of, and the log is settled by the next start.
 */
function logUnhandledRejections(tell: (reason: unknown) => Promise<void>): void {
  process.on("unhandledRejection", (reason) => {
    // A failure to log must not become another rejection.
    tell(reason).catch(() => undefined);
  });
}
