import { realpath } from "node:fs/promises";
import path from "node:path";
import type { NativeHistory, NativePlace, NativeSession, NativeStore } from "@polylog/core";
import { contentText, type Native, nameOf, recordOf } from "../connection/native-value.ts";
import { titleOf } from "../native-store/history-builder.ts";
import { limits } from "../native-store/limits.ts";
import { isNativeId } from "../native-store/native-id.ts";
import { headOf, readLines, type SessionFile, sessionFiles } from "../native-store/session-files.ts";
import { childEnvironment } from "../process/environment.ts";
import { agentFolder } from "./agent-folder.ts";
import { programEnvironment } from "./arguments.ts";
import { historyOf } from "./native-history.ts";

/** Sessions from Pi itself, which stores each as a file of lines. */
export const piSessions: NativeStore = {
  list: async (place) => {
    const { files, root } = await filesOf(place);
    const sessions: NativeSession[] = [];
    for (const { file, updatedTs } of files) {
      if (sessions.length === limits.sessions) break;
      const known = readHead(await headOf(file), root);
      if (known !== null) sessions.push({ ...known, updatedTs });
    }
    return sessions;
  },
  read: async (nativeId, place) => {
    const { files, root } = await filesOf(place);
    const found = files.find(({ file }) => file.endsWith(`_${nativeId}.jsonl`));
    if (!isNativeId(nativeId) || found === undefined) return notThere;
    const [header = {}] = await headOf(found.file);
    if (!isOf(root, header)) return notThere;
    const lines: Native[] = [];
    const read = await readLines(found.file, (value) => lines.push(value));
    if (!read.ok) return read;
    return historyOf(lines, { nativeId, agentId: place.agentId }).finish(read.broken, place.agentId);
  },
  resumeCommand: (nativeId, { command = "pi" }) => [command, "--session", nativeId],
};

const notThere: NativeHistory = {
  ok: false,
  code: "not_found",
  message: "Pi has no session with this ID in this project. Check the list of its sessions.",
};

/** Pi's folder for the project, or a single one for all projects if the settings name it. */
async function filesOf({ projectRoot, settings }: NativePlace): Promise<{
  readonly root: string;
  readonly files: readonly SessionFile[];
}> {
  const env = childEnvironment(process.env, programEnvironment(settings, process.env));
  // A folder that cannot be resolved is searched by its given name.
  const root = await realpath(projectRoot).catch(() => projectRoot);
  const ofProject = `--${root.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
  const folder =
    nameOf(env.PI_CODING_AGENT_SESSION_DIR) ?? path.join(agentFolder(env), "sessions", ofProject);
  return { root, files: await sessionFiles(folder) };
}

/** Two projects can share a folder, because Pi replaces several characters of their paths with a dash. */
function isOf(root: string, header: Native): boolean {
  return header.type === "session" && header.cwd === root;
}

/** A session's ID with its name or first words; null if it has no messages or belongs to another project. */
function readHead(lines: readonly Native[], root: string): { nativeId: string; title: string } | null {
  const [header = {}, ...entries] = lines;
  const nativeId = nameOf(header.id);
  if (!isOf(root, header) || nativeId === null) return null;
  const name = nameOf(entries.findLast(({ type }) => type === "session_info")?.name);
  const first = entries.map(({ message }) => recordOf(message)).find(({ role }) => role === "user");
  return first === undefined ? null : { nativeId, title: titleOf(name ?? contentText(first.content)) };
}
