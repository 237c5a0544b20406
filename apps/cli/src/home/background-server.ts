import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";

/** Starts a server that outlives this command, so that a browser can join and agents go on. Resolves when it is ready. */
export async function startInBackground({ home, env }: Context): Promise<{ readonly pid: number }> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const logFile = path.join(home, "server.log");
  const log = openSync(logFile, "a", 0o600);
  // The same program, whether it is run from its sources or bundled.
  const child = spawn(process.execPath, [process.argv[1] ?? "", "serve", "--home", home, "--json"], {
    cwd: home,
    env: { ...env },
    detached: true,
    stdio: ["ignore", "pipe", log],
  });
  const ready = once(child.stdout ?? child, "data").then(() => true);
  const ended = once(child, "exit").then(() => false);
  const failed = once(child, "error").then(() => false);
  if (!(await Promise.race([ready, ended, failed])) || child.pid === undefined) {
    throw new CliError("no_server", `A server could not be started; ${logFile} says why.`);
  }
  child.stdout?.destroy();
  child.unref();
  return { pid: child.pid };
}
