import path from "node:path";
import type { Client } from "@polylog/client";
import type { Context } from "../context.ts";
import { DEMO } from "../demo/demo-agent.ts";
import { makeDemoProject } from "../demo/demo-project.ts";

export interface Wanted {
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
}

/** Who works where: in this folder, but the demo in a project of its own, so that it touches nobody's files. */
export async function chooseWork(
  { home }: Context,
  client: Client,
  { agent, project }: Wanted,
): Promise<{ readonly projectRoot: string; readonly agentId: string | undefined }> {
  const projectRoot = path.resolve(project ?? ".");
  if (project !== undefined) return { projectRoot, agentId: agent };
  const isDemo = agent === undefined ? await isDemoAll(client, projectRoot) : agent === DEMO;
  return isDemo
    ? { projectRoot: await makeDemoProject(home), agentId: DEMO }
    : { projectRoot, agentId: agent };
}

/** Whether the server would take the demo: it was chosen, or there is no other agent. */
async function isDemoAll(client: Client, projectRoot: string): Promise<boolean> {
  const settings = (await client.settings()) as { default_agent?: string; agents?: object };
  if (settings.default_agent !== undefined) return settings.default_agent === DEMO;
  if (Object.keys(settings.agents ?? {}).length > 0) return false;
  const usable = (await client.agents({ projectRoot })).filter(({ available }) => available);
  return usable.every(({ id }) => id === DEMO);
}
