import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger, type RunningServer, readConfig, startServer } from "@polylog/server";
import type { Context } from "../context.ts";
import { demoAgents } from "../demo/demo-agent.ts";
import { assertNoDatabase, DEFAULT_HOST, logLevelOf, tokenOf } from "../settings.ts";
import { onStopSignal } from "../stop-signals.ts";
import { version } from "../version.ts";
import { hideHolder } from "./home-holder.ts";
import { hasOtherServerUsers } from "./server-users.ts";

/** Starts a server for one run when no other process holds the home. */
export async function startTemporaryServer({ home, flags, env }: Context): Promise<RunningServer> {
  assertNoDatabase(env, await readConfig(path.join(home, "config.json")));
  return startServer({
    ...{ home, env, version, host: flags.host ?? DEFAULT_HOST, port: flags.port ?? 0 },
    agents: demoAgents(home),
    token: tokenOf(flags, env),
    logger: createLogger(logLevelOf(flags, env) ?? "error"),
  });
}

const POLL_MS = 100;

/** Closes the server after the runs of other commands that found it have ended. */
export async function closeWhenIdle(
  server: RunningServer,
  home: string,
  remark: (text: string) => void,
): Promise<void> {
  const hurry = new AbortController();
  const stopListening = onStopSignal(() => hurry.abort());
  for (let wasReported = false; !hurry.signal.aborted; wasReported = true) {
    const show = hideHolder(home);
    if (!hasOtherServerUsers(home, performance.timeOrigin) && (await isIdle(server))) break;
    show();
    if (!wasReported) remark("Other clients are using this server. It stops when they are done.");
    // The signal only ends the wait early; the loop checks it.
    await sleep(POLL_MS, undefined, { signal: hurry.signal }).catch(() => undefined);
  }
  await server.close();
  stopListening();
}

async function isIdle({ services }: RunningServer): Promise<boolean> {
  return (await services.runs.list({})).every(({ outcome }) => outcome !== null);
}
