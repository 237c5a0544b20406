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
  /** Continue the folder's latest session. */
  readonly continue?: true;
  /** Work in a copy with the same history. */
  readonly fork?: true;
  readonly permissionMode?: string | undefined;
}

/** The destination of a prompt. */
export interface PromptTarget {
  readonly projectRoot: string;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Chooses the agent and the folder. The demo works in its own project, so that it changes none of the user's files. */
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

/** The session to continue, or a copy of it; null for a new one. */
export async function chooseSession(
  client: Client,
  projectRoot: string,
  wanted: Pick<TargetOptions, "session" | "continue" | "fork">,
): Promise<SessionRow | null> {
  const { session, fork } = wanted;
  if (session === undefined && wanted.continue !== true) {
    if (fork !== true) return null;
    const message = "--fork needs a session to copy. Add --session, or --continue for the latest one.";
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
  const message = `No session to continue in ${projectRoot}. "polylog ls" lists the sessions of all folders.`;
  throw new CliError("session_not_found", message, exitCodes.notFound);
}

/** Whether the server would use the demo: it is the default, or no other agent is available. */
async function wouldUseDemo(client: Client, projectRoot: string): Promise<boolean> {
  const settings = (await client.settings.get()) as { default_agent?: string; agents?: object };
  if (settings.default_agent !== undefined) return settings.default_agent === DEMO;
  if (Object.keys(settings.agents ?? {}).length > 0) return false;
  const usable = (await client.agents.list({ projectRoot })).filter(({ available }) => available);
  return usable.every(({ id }) => isDemoAgent(id));
}
