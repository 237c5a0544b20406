import { stat } from "node:fs/promises";
import type { ProjectFolder } from "../../project/project-folder.ts";
import { safeRead } from "../../project/safe-read.ts";
import { limits } from "../tools/limits.ts";
import type { ReadFiles } from "../tools/read-files.ts";
import type { WaitingRun } from "./waiting-run.ts";

const names: ReadonlySet<string> = new Set(["Read", "Write", "Edit", "MultiEdit"]);

/** Records files that the run has read or written and that have not changed since, so that it may edit them. */
export async function restoreReadFiles(
  { run, entries }: WaitingRun,
  project: ProjectFolder,
  read: ReadFiles,
): Promise<void> {
  const seen = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== "tool_call" || entry.runId !== run.runId || entry.ok !== true) continue;
    const { file_path: path } = (entry.input ?? {}) as { readonly file_path?: unknown };
    if (names.has(entry.rawName) && typeof path === "string") seen.set(path, entry.endedTs ?? 0);
  }
  for (const [path, ts] of [...seen].slice(-limits.filesKnown)) {
    const place = await project.resolve(path);
    if (!place.ok) continue;
    // A removed file counts as changed: it has to be read again.
    const { ctimeMs } = await stat(place.path).catch(() => ({ ctimeMs: Infinity }));
    if (ctimeMs > ts) continue;
    const found = await safeRead(project, place, limits.fileBytes);
    if (found.ok) read.note(place.path, found.bytes);
  }
}
