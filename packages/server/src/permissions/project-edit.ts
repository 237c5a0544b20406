import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { isWithin, ProjectFolder, readRegularFile } from "@polylog/backends/project";
import { type Conversation, executedBy, findRun, laneAt, type ToolCallEntry } from "@polylog/core";
import { limits } from "../limits.ts";
import { editedFiles } from "./edited-files.ts";

/** Whether a call changes only ordinary files of the project, so that `accept_edits` allows it. */

const editTools: ReadonlySet<string> = new Set([
  ...["edit", "multiedit", "write", "notebookedit", "apply_patch", "filechange"],
]);

export interface AskedEdit {
  readonly toolName: string;
  readonly input?: unknown;
  readonly runId: string;
  readonly callId?: string | undefined;
}

export async function isProjectEdit(
  projectRoot: string,
  asked: AskedEdit,
  conversation: Conversation,
): Promise<boolean> {
  if (!editTools.has(asked.toolName.toLowerCase())) return false;
  // Codex requests permission without naming files, but its call names them.
  const named = editedFiles(asked.input);
  const files = named.length > 0 ? named : editedFiles(callBehind(conversation, asked)?.input ?? null);
  if (files.length === 0) return false;
  try {
    const project = await ProjectFolder.open(projectRoot);
    for (const file of files) if (!(await isOrdinary(project, file))) return false;
    return true;
  } catch {
    return false;
  }
}

/** Programs expand these names themselves, so the file is unknown here. */
const expanded = /^(?:[~@$%]|[a-z][a-z\d+.-]+:)|^\s|\s$/i;

async function isOrdinary(project: ProjectFolder, given: string): Promise<boolean> {
  if (expanded.test(given)) return false;
  const place = await project.resolve(given);
  if (!place.ok) return false;
  const { root } = project;
  const named = path.resolve(root, given);
  const fromRoot = [
    path.relative(root, place.path),
    ...(isWithin(root, named) ? [path.relative(root, named)] : []),
  ];
  if (fromRoot.some((file) => executedBy(file) !== null)) return false;
  // A hard link may be another name of a file that a program executes.
  if (((await found(place.path))?.nlink ?? 1) > 1) return false;
  const reached = [...(await linkedPlaces(root, place.path)), ...(await hooksFolder(root))];
  return !reached.some((real) => isWithin(real, place.path));
}

/** The targets of links in and above the file's folder that a program executes or trusts. */
async function linkedPlaces(root: string, file: string): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = path.dirname(file); isWithin(root, folder); folder = path.dirname(folder))
    folders.push(folder, path.join(folder, ".github"));
  const places: string[] = [];
  for (const folder of folders) {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const link = path.join(folder, entry.name);
      if (!entry.isSymbolicLink() || executedBy(path.relative(root, link)) === null) continue;
      const real = await realpath(link).catch(() => null);
      if (real !== null) places.push(real);
    }
  }
  return places;
}

/** The folder from which git runs hooks, according to the repository's configuration. */
async function hooksFolder(root: string): Promise<string[]> {
  const config = await readRegularFile(path.join(root, ".git", "config"), limits.gitConfigBytes).catch(
    () => "",
  );
  return [...config.matchAll(/^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/gim)].map(([, folder = ""]) =>
    path.resolve(root, folder),
  );
}

async function found(file: string): Promise<Stats | null> {
  const stats = await lstat(file).catch(() => null);
  return stats?.isFile() === true ? stats : null;
}

/** The call that the ask is about; null if the ask names none. */
export function callBehind(conversation: Conversation, { runId, callId }: AskedEdit): ToolCallEntry | null {
  const run = callId === undefined ? undefined : findRun(conversation, runId);
  if (run === undefined) return null;
  const { entries, settled } = laneAt(conversation, run.lane);
  for (let pos = entries.length - 1; pos >= settled; pos--) {
    const entry = entries.get(pos);
    if (entry?.kind === "tool_call" && entry.callId === callId) return entry;
  }
  return null;
}
