import path from "node:path";
import type { Client, SessionRow } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { DEMO, isOfDemo } from "../demo/demo-agent.ts";
import { makeDemoProject } from "../demo/demo-project.ts";
import { exitCodes } from "../exit-codes.ts";
import { wholeSessionId } from "../home/whole-id.ts";

export interface Wanted {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  /** The latest session of the folder. */
  readonly continue?: true;
  readonly permissionMode?: string | undefined;
}

/** Where a prompt goes. */
export interface Work {
  readonly projectRoot: string;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Who works where: in this folder, but the demo in a project of its own, so that it touches nobody's files. */
export async function chooseWork({ home }: Context, client: Client, wanted: Wanted): Promise<Work> {
  const { agent, project, session } = wanted;
  if (session !== undefined) return goOnWith(await client.sessionRow(await wholeSessionId(client, session)));
  const projectRoot = path.resolve(project ?? ".");
  if (wanted.continue === true) return goOnWith(await latestIn(client, projectRoot));
  if (project !== undefined) return { projectRoot, agentId: agent };
  const isDemo = agent === undefined ? await isDemoAll(client, projectRoot) : agent === DEMO;
  return isDemo
    ? { projectRoot: await makeDemoProject(home), agentId: DEMO }
    : { projectRoot, agentId: agent };
}

function goOnWith({ sessionId, projectRoot }: SessionRow): Work {
  return { sessionId, projectRoot };
}

async function latestIn(client: Client, projectRoot: string): Promise<SessionRow> {
  const [latest] = (await client.sessions({ projectRoot, archived: false, limit: 1 })).sessions;
  if (latest !== undefined) return latest;
  const message = `There is no session in ${projectRoot} to go on with. "polylog ls" lists those of other folders.`;
  throw new CliError("session_not_found", message, exitCodes.noSuchThing);
}

/** Whether the server would take the demo: it was chosen, or there is no other agent. */
async function isDemoAll(client: Client, projectRoot: string): Promise<boolean> {
  const settings = (await client.settings()) as { default_agent?: string; agents?: object };
  if (settings.default_agent !== undefined) return settings.default_agent === DEMO;
  if (Object.keys(settings.agents ?? {}).length > 0) return false;
  const usable = (await client.agents({ projectRoot })).filter(({ available }) => available);
  return usable.every(({ id }) => isOfDemo(id));
}
