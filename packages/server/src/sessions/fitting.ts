import { realpath } from "node:fs/promises";
import path from "node:path";
import { permissionModes } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { SessionActor } from "./session-actor.ts";

/** What is asked of a session has to fit it. */

/** Whoever names another folder would believe the agent to work there. */
export async function assertSameProject({ session }: SessionActor, named: string): Promise<void> {
  const { sessionId, projectRoot } = session;
  if (path.resolve(named) === path.resolve(projectRoot)) return;
  const real = [named, projectRoot].map((folder) => realpath(folder).catch(() => folder));
  const [one, other] = await Promise.all(real);
  if (one === other) return;
  throw new PolylogError("bad_request", `project_root: this session works in ${projectRoot}.`, { sessionId });
}

export function assertMode({ conversation }: SessionActor, agentId: string, modeId: string): void {
  const offered = conversation.agents.get(agentId)?.modes.map(({ id }) => id) ?? [];
  const known = [...new Set([...permissionModes, ...offered])];
  if (known.includes(modeId)) return;
  throw new PolylogError("bad_request", `mode_id: there is no such mode. There are: ${known.join(", ")}.`);
}
