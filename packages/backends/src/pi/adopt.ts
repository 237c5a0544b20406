import { createReadStream } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { EventBody } from "@polylog/core";
import { LineSplitter } from "../process/split-lines.ts";
import { historyOf } from "./history.ts";
import { limits } from "./limits.ts";
import { agentFolder } from "./manifest.ts";
import type { Native } from "./native.ts";
import { contentText, nameOf, recordOf } from "./native.ts";

/** Sessions that a person had with Pi itself, as it keeps them: one file of lines each. */

type Environment = Readonly<Record<string, string | undefined>>;

export interface NativeSession {
  readonly nativeId: string;
  readonly title: string;
  readonly updatedTs: number;
}

/** The sessions of a project, the newest first. */
export async function list(projectRoot: string, env: Environment): Promise<NativeSession[]> {
  const root = await realpath(projectRoot).catch(() => projectRoot);
  const files = await sessionFiles(root, env);
  const dated = await Promise.all(files.map(async (file) => ({ file, updatedTs: await changedAt(file) })));
  const sorted = dated.sort((a, b) => b.updatedTs - a.updatedTs);
  const sessions: NativeSession[] = [];
  for (const { file, updatedTs } of sorted) {
    if (sessions.length === limits.adoptedSessions) break;
    const known = titleIn(await head(file), root);
    if (known !== null) sessions.push({ ...known, updatedTs });
  }
  return sessions;
}

/** A session's history as events: one run for each thing that was said to it. */
export async function read(
  nativeId: string,
  { projectRoot, env, agentId }: { projectRoot: string; env: Environment; agentId: string },
): Promise<EventBody[]> {
  const root = await realpath(projectRoot).catch(() => projectRoot);
  const files = await sessionFiles(root, env);
  const file = files.find((name) => name.endsWith(`_${nativeId}.jsonl`));
  return file === undefined ? [] : historyOf(await linesOf(file), { nativeId, agentId });
}

/** A folder for each project, named after it; or one for all where a person said so. */
async function sessionFiles(root: string, env: Environment): Promise<string[]> {
  const ofProject = `--${root.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
  const folder =
    nameOf(env.PI_CODING_AGENT_SESSION_DIR) ?? path.join(agentFolder(env), "sessions", ofProject);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name));
}

/** Its name or the first words in it; null where nobody said any, or where it is of another project. */
function titleIn(lines: readonly Native[], root: string): { nativeId: string; title: string } | null {
  const [header = {}, ...entries] = lines;
  const nativeId = nameOf(header.id);
  // Two projects can have one folder: their paths differ only in what Pi makes a dash of.
  if (header.type !== "session" || header.cwd !== root || nativeId === null) return null;
  const name = nameOf(entries.findLast(({ type }) => type === "session_info")?.name);
  const first = entries.map(({ message }) => recordOf(message)).find(({ role }) => role === "user");
  if (first === undefined) return null;
  const said = contentText(first.content).trim().split("\n")[0] ?? "";
  return { nativeId, title: (name ?? said).slice(0, limits.titleChars) };
}

async function head(file: string): Promise<Native[]> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return [];
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(limits.titleBytes) });
    return new LineSplitter().push(buffer.subarray(0, bytesRead)).map(({ text }) => parse(text));
  } finally {
    await handle.close();
  }
}

async function linesOf(file: string): Promise<Native[]> {
  const splitter = new LineSplitter();
  const lines: Native[] = [];
  const take = (texts: readonly { readonly text: string }[]) =>
    lines.push(...texts.map(({ text }) => parse(text)));
  for await (const chunk of createReadStream(file, { end: limits.adoptedBytes }))
    take(splitter.push(chunk as Buffer));
  take(splitter.end());
  return lines;
}

async function changedAt(file: string): Promise<number> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Math.round(mtimeMs);
}

function parse(line: string): Native {
  try {
    return recordOf(JSON.parse(line));
  } catch {
    return {};
  }
}
