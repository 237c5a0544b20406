import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { HomeHeldError, readConfig, type TellProgress } from "@polylog/server";
import type { Context } from "../../context.ts";
import { listAgents } from "../../home/list-agents.ts";
import { logFile, withStore } from "../../home/with-store.ts";
import { findServer } from "../../server/find-server.ts";
import { readHolder } from "../../server/home-holder.ts";

/** `note` is worth knowing and no fault. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "note" | "fault";
  readonly text: string;
}

const NODE = 24;

/** Everything that is looked at, in the order in which one thing needs the other. */
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
  // One that is not there yet is made in the nearest folder that is.
  let nearest = home;
  while (!existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const text = `${nearest} cannot be written to. Change its rights, or choose another home with --home.`;
    return { check, state: "fault", text };
  }
  if (nearest !== home) return { check, state: "note", text: `${home} will be made by the first start.` };
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
    if (names.length === 0) return { check, state: "note", text: `No agent is configured in ${file}.` };
    return { check, state: "ok", text: `${file}: ${names.join(", ")}` };
  } catch (error) {
    return { check, state: "fault", text: (error as Error).message };
  }
}

async function checkServer(context: Context): Promise<Finding> {
  const check = "server";
  try {
    const client = await findServer(context);
    if (client === null) return { check, state: "note", text: "None runs on this home." };
    const { version } = await client.server.health().finally(() => client.close());
    const holder = readHolder(context.home);
    const who = holder === null ? "" : `, process ${holder.pid}, at ${holder.url}`;
    return { check, state: "ok", text: `Version ${version} runs${who}.` };
  } catch (error) {
    return { check, state: "fault", text: `It does not answer as it should: ${(error as Error).message}` };
  }
}

/** Every event against its checksum: by the server that runs, or in the log itself where none does. */
async function checkLog(context: Context): Promise<Finding> {
  const { home, output } = context;
  const check = "log";
  const file = logFile(home);
  const { hasLog } = await import("@polylog/server");
  if (!hasLog(home)) return { check, state: "note", text: "There is none yet." };
  const tell: TellProgress = ({ checked, of }) =>
    output.progress(`Checking the log: ${checked} of ${of} events`);
  try {
    // Without a server that answers, the log itself is read.
    const client = await findServer(context).catch(() => null);
    const { damaged } =
      client === null
        ? await withStore(home, (store) => store.verify(tell))
        : await client.maintenance.verify({ onProgress: tell }).finally(() => client.close());
    if (damaged.length === 0) return { check, state: "ok", text: `Every event of ${file} is whole.` };
    const text = `Damaged sessions: ${damaged.join(", ")}. "polylog restore" goes back to a backup.`;
    return { check, state: "fault", text };
  } catch (error) {
    if (error instanceof HomeHeldError) {
      return { check, state: "note", text: "Somebody has the home, and does not let the log be read." };
    }
    return {
      check,
      state: "fault",
      text: `${(error as Error).message} "polylog restore" goes back to a backup.`,
    };
  } finally {
    output.progress(null);
  }
}

/** None is a fault to miss: nobody needs them all. */
async function checkAgents(context: Context): Promise<Finding[]> {
  // What keeps them from being listed, such as a wrong configuration, was found before.
  const agents = await listAgents(context).catch(() => []);
  return agents.map(({ id, available, state: agentState, reason, version }) => ({
    check: `agent ${id}`,
    state: available ? "ok" : "note",
    text: [agentState.replace("_", " "), version, reason].filter(Boolean).join(": "),
  }));
}
