import { fileAccess } from "../tools/registry.ts";

/** The files that a call names, grouped by the action on them. */
export interface NamedFiles {
  readonly access: FileAccess;
  /** As the call names them, without duplicates. */
  readonly paths: readonly string[];
  /** The call only does this to these files and has no other field that could name one. */
  readonly isAll: boolean;
}

export type FileAccess = "read" | "write" | "delete";

type Fields = Readonly<Record<string, unknown>>;

const pathFields = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"];
const listFields = ["paths", "file_paths", "files"];
const moveFields = ["source", "destination", "from", "to", "old_path", "new_path", "oldPath", "newPath"];
const patchLine = /^[ \t]*\*\*\* (Add File|Update File|Delete File|Move to): *(.+?)\s*$/gm;
/** Lines by which other patch formats name files. */
const otherPatchLine = /^(?:\+\+\+|---|diff|rename|copy|Index:) /m;

/** Null for a tool that does not work on files. */
export function namedFiles(toolName: string, fields: Fields): NamedFiles | null {
  const access = fileAccess(toolName);
  if (access === null) return null;
  const direct = pathFields.flatMap((field) => (field in fields ? [fields[field]] : []));
  const patches = [fields.patch, fields.input].filter((text) => typeof text === "string");
  const patched = patches.flatMap((text) => [...text.matchAll(patchLine)]);
  const listed = [...listFields.flatMap((field) => fields[field] ?? []), ...changedPaths(fields.changes)];
  const moved = access === "move" ? moveFields.flatMap((field) => fields[field] ?? []) : [];
  const patchedPaths = patched.map(([, , path]) => path);
  const named = [...direct, ...listed, ...moved, ...patchedPaths];
  const paths = [...new Set(named.filter((path) => typeof path === "string"))];
  const patchActions = new Set(patched.map(([, action]) => action));
  const isPlain =
    access !== "move" &&
    listed.length === 0 &&
    !patches.some((text) => otherPatchLine.test(text)) &&
    (direct.length === 0 || patched.length === 0) &&
    !("command" in fields) &&
    !patchActions.has("Move to") &&
    (patchActions.size === 1 || !patchActions.has("Delete File"));
  const deletes = patchActions.has("Delete File") || access === "move";
  return {
    access: deletes ? "delete" : access,
    paths,
    isAll: isPlain && named.length === 1 && paths.length === 1,
  };
}

/** A list of changes, each with its path and new path, or an object by path. */
function changedPaths(changes: unknown): readonly unknown[] {
  if (typeof changes !== "object" || changes === null) return [];
  if (!Array.isArray(changes)) return Object.keys(changes);
  return changes.flatMap((change: unknown) => {
    const { path, move_path: moved, kind } = (change ?? {}) as Fields;
    return [path, moved, (kind as Fields | null | undefined)?.move_path].filter((each) => each != null);
  });
}

/** A path without `.`, `..` and doubled slashes, starting at the root if it is known. Links are not followed. */
export function resolvePath(path: string, root: string | undefined): string {
  const whole = path.startsWith("/") || root === undefined ? path : `${root}/${path}`;
  const isAbsolute = whole.startsWith("/");
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? "/" : ""}${parts.join("/")}` || ".";
}
