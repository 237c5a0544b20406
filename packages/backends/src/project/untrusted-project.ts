import { type BackendHost, type EventBody, exactName, type Failure } from "@polylog/core";
import { agentFilePlaces } from "./agent-file-places.ts";
import { isNotEmpty } from "./agent-files.ts";

/** The messages about a folder that the user does not trust. */

export interface StartingProgram {
  /** The program's name, for people. */
  readonly name: string;
  /** The agent's key in the table of executed files. */
  readonly agent: string | undefined;
  /** Knows what changed since the folder was trusted. */
  readonly host: Pick<BackendHost, "changedFiles">;
}

/** For a program that can ignore the folder's files. Null if it has no such files. */
export async function untrustedNotice(
  projectRoot: string,
  starting: StartingProgram & { readonly agentId: string },
): Promise<EventBody | null> {
  const files = await filesFor(projectRoot, starting.agent);
  if (files === null) return null;
  const text = `${starting.name} ignores this folder's own settings for it (${files}). ${await trustInstructions(projectRoot, starting)}`;
  return { type: "notice", level: "warning", text, code: CODE, agentId: starting.agentId };
}

/** For a program that would execute them in any case. Null if it has no such files, and the program may start. */
export async function untrustedFailure(
  projectRoot: string,
  starting: StartingProgram,
): Promise<Failure | null> {
  const files = await filesFor(projectRoot, starting.agent);
  if (files === null) return null;
  const message = `${starting.name} was not started, because it could execute this folder's own files (${files}). ${await trustInstructions(projectRoot, starting)}`;
  return { code: CODE, message };
}

const CODE = "untrusted_project";

async function filesFor(projectRoot: string, agent: string | undefined): Promise<string | null> {
  const { places } = await agentFilePlaces(projectRoot, agent);
  const held = await Promise.all(places.map(isNotEmpty));
  const files = places.filter((_, index) => held[index]).map(({ file }) => exactName(file));
  return files.length === 0 ? null : files.join(", ");
}

const maxNamedFiles = 5;

async function trustInstructions(projectRoot: string, { host }: StartingProgram): Promise<string> {
  const changed = (await host.changedFiles?.()) ?? [];
  const more = changed.length > maxNamedFiles ? ` and ${changed.length - maxNamedFiles} more` : "";
  const since = `Changed since you trusted this folder: ${changed.slice(0, maxNamedFiles).join(", ")}${more}. `;
  return `${changed.length === 0 ? "" : since}To trust this folder, run: polylog trust ${projectRoot}`;
}
