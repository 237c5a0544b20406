import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { HomeHeldError, readConfig, type TellProgress } from "@polylog/server";
import type { Context } from "../../context.ts";
import { listAgents } from "../../home/list-agents.ts";
import { logFile, withStore } from "../../home/with-store.ts";
import { findServer } from "../../server/find-server.ts";
import { readHolder } from "../../server/home-holder.ts";

/** A `note` is worth knowing but is not an error. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "note" | "fault";
  readonly text: string;
}

const NODE = 24;

/** All checks. Each may depend on the earlier ones. */
export const checks: readonly ((context: Context) => Promise<Finding[]>)[] = [
  async () => [checkNode(process.versions.node)],
  async ({ home }) => [checkHome(home)],
  async ({ home }) => checkToken(path.join(home, "token")),
  async ({ home }) => [await checkConfig(path.join(home, "config.json"))],
  async (context) => [await checkServer(context)],
  async (context) => [await checkLog(context)],
  checkAgents,
];

export function checkNode(version: string): Finding {
  const isNewEnough = Number(version.split(".")[0]) >= NODE;
  const text = isNewEnough ? version : `${version} is too old; install Node ${NODE} or newer.`;
  return { check: "node", state: isNewEnough ? "ok" : "fault", text };
}

function checkHome(home: string): Finding {
  const check = "home";
  // A missing home is created inside its nearest existing parent.
  let nearest = home;
  while (!existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const text = `Cannot write to ${nearest}. Change its permissions, or choose another home with --home.`;
    return { check, state: "fault", text };
  }
  if (nearest !== home)
    return { check, state: "note", text: `${home} does not exist yet. The first start creates it.` };
  return { check, state: "ok", text: home };
}

function checkToken(file: string): Finding[] {
  if (!existsSync(file)) return [];
  const isPrivate = process.platform === "win32" || (statSync(file).mode & 0o077) === 0;
  const text = isPrivate ? file : `Others on this machine can read ${file}. Run: chmod 600 ${file}`;
  return [{ check: "token", state: isPrivate ? "ok" : "fault", text }];
}

async function checkConfig(file: string): Promise<Finding> {
  const check = "config";
  try {
    const { agents = {} } = await readConfig(file);
    const names = Object.keys(agents);
    if (names.length === 0) return { check, state: "note", text: `No agents configured in ${file}.` };
    return { check, state: "ok", text: `${file}: ${names.join(", ")}` };
  } catch (error) {
    return { check, state: "fault", text: (error as Error).message };
  }
}

async function checkServer(context: Context): Promise<Finding> {
  const check = "server";
  try {
    const client = await findServer(context);
    if (client === null) return { check, state: "note", text: "No server is running on this home." };
    const { version } = await client.server.health().finally(() => client.close());
    const holder = readHolder(context.home);
    const who = holder === null ? "" : `, process ${holder.pid}, at ${holder.url}`;
    return { check, state: "ok", text: `Version ${version} is running${who}.` };
  } catch (error) {
    return {
      check,
      state: "fault",
      text: `The server did not respond correctly: ${(error as Error).message}`,
    };
  }
}

/** Checks every event against its checksum, on the running server or directly in the log. */
async function checkLog(context: Context): Promise<Finding> {
  const { home, output } = context;
  const check = "log";
  const file = logFile(home);
  const { hasLog } = await import("@polylog/server");
  if (!hasLog(home)) return { check, state: "note", text: "No log yet." };
  const onProgress: TellProgress = ({ checked, of }) =>
    output.progress(`Checking the log: ${checked} of ${of} events`);
  try {
    // If no server answers, the log is read directly.
    const client = await findServer(context).catch(() => null);
    const { damaged } =
      client === null
        ? await withStore(home, (store) => store.verify(onProgress))
        : await client.maintenance.verify({ onProgress }).finally(() => client.close());
    if (damaged.length === 0) return { check, state: "ok", text: `All events in ${file} are intact.` };
    const text = `Damaged sessions: ${damaged.join(", ")}. Restore a backup with "polylog restore".`;
    return { check, state: "fault", text };
  } catch (error) {
    if (error instanceof HomeHeldError) {
      return { check, state: "note", text: "Another process holds the home, so the log was not checked." };
    }
    return {
      check,
      state: "fault",
      text: `${(error as Error).message} Restore a backup with "polylog restore".`,
    };
  } finally {
    output.progress(null);
  }
}

/** A missing agent is not an error: few people need all of them. */
async function checkAgents(context: Context): Promise<Finding[]> {
  // An earlier check already reports why they cannot be listed, such as an invalid configuration.
  const agents = await listAgents(context).catch(() => []);
  return agents.map(({ id, available, state: agentState, reason, version }) => ({
    check: `agent ${id}`,
    state: available ? "ok" : "note",
    text: [agentState.replace("_", " "), version, reason].filter(Boolean).join(": "),
  }));
}
