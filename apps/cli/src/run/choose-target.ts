import path from "node:path";
import type { Client, SessionRow } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { DEMO, isDemoAgent } from "../demo/demo-agent.ts";
import { makeDemoProject } from "../demo/demo-project.ts";
import { exitCodes } from "../exit-codes.ts";
import { resolveSessionId } from "../home/resolve-id.ts";

export interface TargetOptions {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  /** The latest session of the folder. */
  readonly continue?: true;
  /** A copy of it, with the same past. */
  readonly fork?: true;
  readonly permissionMode?: string | undefined;
}

/** Where a prompt goes. */
export interface PromptTarget {
  readonly projectRoot: string;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Who works where: in this folder, but the demo in a project of its own, so that it touches nobody's files. */
export async function chooseTarget(
  { home }: Context,
  client: Client,
  wanted: TargetOptions,
): Promise<PromptTarget> {
  const { agent, project } = wanted;
  const projectRoot = path.resolve(project ?? ".");
  const past = await chooseSession(client, projectRoot, wanted);
  if (past !== null) return { sessionId: past.sessionId, projectRoot: past.projectRoot };
  if (project !== undefined) return { projectRoot, agentId: agent };
  const isDemo = agent === undefined ? await wouldUseDemo(client, projectRoot) : agent === DEMO;
  return isDemo
    ? { projectRoot: await makeDemoProject(home), agentId: DEMO }
    : { projectRoot, agentId: agent };
}

/** The session to go on with, or a copy of it; null for a new one. */
export async function chooseSession(
  client: Client,
  projectRoot: string,
  wanted: Pick<TargetOptions, "session" | "continue" | "fork">,
): Promise<SessionRow | null> {
  const { session, fork } = wanted;
  if (session === undefined && wanted.continue !== true) {
    if (fork !== true) return null;
    const message = "--fork copies a session: name it with --session, or take the latest with --continue.";
    throw new CliError("usage", message, exitCodes.usage);
  }
  const row =
    session === undefined
      ? await latestIn(client, projectRoot)
      : await client.sessions.get({ sessionId: await resolveSessionId(client, session) });
  return fork === true ? client.sessions.fork({ sessionId: row.sessionId }) : row;
}

async function latestIn(client: Client, projectRoot: string): Promise<SessionRow> {
  const [latest] = (await client.sessions.list({ projectRoot, archived: false, limit: 1 })).sessions;
  if (latest !== undefined) return latest;
  const message = `There is no session in ${projectRoot} to go on with. "polylog ls" lists those of other folders.`;
  throw new CliError("session_not_found", message, exitCodes.notFound);
}

/** Whether the server would take the demo: it was chosen, or there is no other agent. */
async function wouldUseDemo(client: Client, projectRoot: string): Promise<boolean> {
  const settings = (await client.settings.get()) as { default_agent?: string; agents?: object };
  if (settings.default_agent !== undefined) return settings.default_agent === DEMO;
  if (Object.keys(settings.agents ?? {}).length > 0) return false;
  const usable = (await client.agents.list({ projectRoot })).filter(({ available }) => available);
  return usable.every(({ id }) => isDemoAgent(id));
}
