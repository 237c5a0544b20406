import type { EventBody, Failure } from "@polylog/core";
import { broughtAlong } from "./brought-along.ts";

/** What a person is told about a folder that they have not trusted. */

export interface Starting {
  /** The program's name, for people. */
  readonly name: string;
  /** As `broughtAlong` knows it. */
  readonly agent: string | undefined;
}

/** Of a program that can be told to leave it alone; null where there is nothing. */
export async function leftAlone(
  projectRoot: string,
  { agentId, name, agent }: Starting & { readonly agentId: string },
): Promise<EventBody | null> {
  const files = await filesFor(projectRoot, agent);
  if (files === null) return null;
  const text = `${name} leaves alone what this folder brings along for it (${files}). ${howTo(projectRoot)}`;
  return { type: "notice", level: "warning", text, code: CODE, agentId };
}

/** Of one that would run it whatever it is told; null where there is nothing, and it may start. */
export async function refusal(projectRoot: string, { name, agent }: Starting): Promise<Failure | null> {
  const files = await filesFor(projectRoot, agent);
  if (files === null) return null;
  const message = `${name} was not started, for it could run what this folder brings along (${files}). ${howTo(projectRoot)}`;
  return { code: CODE, message };
}

const CODE = "untrusted_project";

async function filesFor(projectRoot: string, agent: string | undefined): Promise<string | null> {
  const found = await broughtAlong(projectRoot, agent);
  return found.length === 0 ? null : found.map(({ file }) => file).join(", ");
}

function howTo(projectRoot: string): string {
  return `If you trust it, say so: polylog trust ${projectRoot}`;
}
