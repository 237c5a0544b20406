import { ProjectFolder } from "@polylog/backends/project";
import type { Conversation } from "@polylog/core";
import { findRun, laneAt } from "@polylog/core";

/** Whether a call changes files of the project alone, so that whoever accepts edits has accepted it. */

const editTools: ReadonlySet<string> = new Set([
  ...["edit", "multiedit", "write", "notebookedit", "apply_patch", "filechange"],
]);

/** What is in these decides what programs run and may do; changing that is more than an edit. */
const closed: ReadonlySet<string> = new Set([
  ...[".git", ".polylog", ".claude", ".codex", ".pi", ".gemini", ".opencode", ".cursor", ".mcp.json"],
  ...["opencode.json", "opencode.jsonc"],
]);

const pathFields = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"];
const patchLine = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm;

interface AskedEdit {
  readonly toolName: string;
  readonly input?: unknown;
  readonly runId: string;
  readonly callId?: string | undefined;
}

export async function isOwnEdit(
  projectRoot: string,
  asked: AskedEdit,
  conversation: Conversation,
): Promise<boolean> {
  if (!editTools.has(asked.toolName.toLowerCase())) return false;
  // Codex asks without the files; its call has them.
  const named = editedFiles(asked.input);
  const files = named.length > 0 ? named : editedFiles(inputOfCall(conversation, asked));
  if (files.length === 0) return false;
  try {
    const project = await ProjectFolder.open(projectRoot);
    const places = await Promise.all(files.map((file) => project.resolve(file)));
    return places.every((place) => place.ok && !place.shown.split(/[/\\]/).some((part) => closed.has(part)));
  } catch {
    return false;
  }
}

/** Every file that an edit's input names; none where that cannot be said of all of it. */
export function editedFiles(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  const fields = input as Readonly<Record<string, unknown>>;
  const direct = pathFields.flatMap((name) => (name in fields ? [fields[name]] : []));
  const listed = "changes" in fields ? changedFiles(fields.changes) : [];
  const patched = [fields.patch, fields.input].flatMap((text) =>
    typeof text === "string" ? [...text.matchAll(patchLine)].map(([, file]) => file) : [],
  );
  const files = [...direct, ...listed, ...patched];
  return files.every((file): file is string => typeof file === "string") ? files : [];
}

/** A list of changes, each with its path and where it is moved to, or an object by paths. */
function changedFiles(changes: unknown): unknown[] {
  if (!Array.isArray(changes)) return Object.keys((changes ?? {}) as object);
  return changes.flatMap((change) => {
    const { path, move_path: moved, kind } = change as Readonly<Record<string, unknown>>;
    const to = moved ?? (kind as { move_path?: unknown } | null | undefined)?.move_path ?? null;
    return to === null ? [path] : [path, to];
  });
}

function inputOfCall(conversation: Conversation, { runId, callId }: AskedEdit): unknown {
  const run = callId === undefined ? undefined : findRun(conversation, runId);
  if (run === undefined) return null;
  const { entries, settled } = laneAt(conversation, run.lane);
  for (let pos = entries.length - 1; pos >= settled; pos--) {
    const entry = entries.get(pos);
    if (entry?.kind === "tool_call" && entry.callId === callId) return entry.input;
  }
  return null;
}
