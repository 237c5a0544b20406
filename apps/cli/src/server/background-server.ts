import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { defined } from "@polylog/core";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";

export interface StartedServer {
  readonly pid: number;
  readonly url: string;
  /** The message for the user. */
  readonly remark: string;
}

/** Starts a server that outlives this command, so that browsers can connect and agents continue. Resolves when it is ready. */
export async function startInBackground(context: Context): Promise<StartedServer> {
  const { port } = context.flags;
  const first = await launch(context, port);
  if ("url" in first) return started(first, "");
  // The default port was not requested. Clients find the server through its home.
  if (first.code !== "port_in_use" || port !== undefined) throw notStarted(context, first);
  const second = await launch(context, 0);
  if ("url" in second) return started(second, ` at ${second.url} because the default port is in use`);
  throw notStarted(context, second);
}

function started({ pid, url }: Launched, where: string): StartedServer {
  return { pid, url, remark: `Started a server${where} (process ${pid}).` };
}

function notStarted({ home }: Context, { reason }: Refused): CliError {
  return new CliError("no_server", `Could not start a server. ${reason} (Log: ${logFileOf(home)})`);
}

interface Launched {
  readonly pid: number;
  readonly url: string;
}

interface Refused {
  readonly code: string;
  readonly reason: string;
}

async function launch({ home, env, flags }: Context, port: number | undefined): Promise<Launched | Refused> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const log = openSync(logFileOf(home), "a", 0o600);
  const { size } = fstatSync(log);
  const args = [
    ...["serve", "--home", home, "--json"],
    ...(port === undefined ? [] : ["--port", String(port)]),
    ...(flags.host === undefined ? [] : ["--host", flags.host]),
    ...(flags.logLevel === undefined ? [] : ["--log-level", flags.logLevel]),
  ];
  // Runs the same program, from sources or bundled.
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], {
    cwd: home,
    // Passed in the environment because other users can see arguments.
    env: { ...env, ...defined({ POLYLOG_TOKEN: flags.token }) },
    detached: true,
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  const ready = once(child.stdout ?? child, "data").then(([line]) => String(line));
  const ended = Promise.race([once(child, "exit"), once(child, "error")]).then(() => null);
  const line = await Promise.race([ready, ended]);
  if (line === null || child.pid === undefined) return refusal(home, size);
  child.stdout?.destroy();
  child.unref();
  return { pid: child.pid, url: (JSON.parse(line) as { url: string }).url };
}

/** The last line that this start of the server logged. */
function refusal(home: string, from: number): Refused {
  const said = readFileSync(logFileOf(home)).subarray(from).toString().trim();
  const last = said.split("\n").at(-1) ?? "";
  try {
    const { error } = JSON.parse(last) as { error: { code: string; message: string } };
    return { code: error.code, reason: error.message };
  } catch {
    // A crashed start prints a stack trace instead of JSON.
    return { code: "unknown", reason: last === "" ? "It exited without an error message." : last };
  }
}

function logFileOf(home: string): string {
  return path.join(home, "server.log");
}
