import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import path from "node:path";
import { isWithin } from "../../../project/project-folder.ts";
import { limits } from "../limits.ts";
import { globMatcher } from "./glob-matcher.ts";

/**
 * Walks the files of a project, except those that its `.gitignore` excludes. It blocks, so it runs in a separate
 * thread.
 */

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const onLinux = process.platform === "linux";

interface Folder {
  readonly real: string;
  readonly rules: IgnoreRules | null;
}

/** The files in a folder and below, by real path. Links are not followed, and `.git` is skipped. */
export function* filesIn(root: string, start: string): Generator<string> {
  yield* walk(root, start, rulesAbove(root, start));
}

function* walk(root: string, real: string, above: readonly Folder[]): Generator<string> {
  const entries = entriesOf(root, real);
  const folders = [...above, { real, rules: rulesOf(root, real) }];
  for (const entry of entries) {
    const inner = path.join(real, entry.name);
    const isFolder = entry.isDirectory();
    if (entry.name === ".git" || isIgnored(folders, inner, isFolder)) continue;
    if (isFolder) yield* walk(root, inner, folders);
    else if (entry.isFile()) yield inner;
  }
}

function rulesAbove(root: string, start: string): Folder[] {
  const folders: Folder[] = [];
  for (let at = path.dirname(start); start !== root && isWithin(root, at); at = path.dirname(at)) {
    folders.unshift({ real: at, rules: rulesOf(root, at) });
    if (at === root) break;
  }
  return folders;
}

/** The nearest `.gitignore` with a matching rule decides. */
function isIgnored(folders: readonly Folder[], inner: string, isFolder: boolean): boolean {
  for (const { real, rules } of folders.toReversed()) {
    const said = rules?.(path.relative(real, inner), isFolder) ?? null;
    if (said !== null) return said;
  }
  return false;
}

function rulesOf(root: string, folder: string): IgnoreRules | null {
  const bytes = readBounded(root, path.join(folder, ".gitignore"), limits.ignoreFileBytes);
  return bytes === null ? null : ignoreRules(bytes.toString("utf8"));
}

function entriesOf(root: string, real: string): Dirent[] {
  const entries = withOpen(root, real, O_DIRECTORY, (fd) =>
    readdirSync(onLinux ? `/proc/self/fd/${fd}` : real, { withFileTypes: true }),
  );
  return (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file's bytes. Null if it is unreadable, not a regular file, too large, or no longer in the project. */
export function readBounded(root: string, real: string, mostBytes: number): Buffer | null {
  return withOpen(root, real, O_NONBLOCK, (fd) => {
    const found = fstatSync(fd);
    return found.isFile() && found.size <= mostBytes ? readFileSync(fd) : null;
  });
}

function withOpen<T>(root: string, real: string, flag: number, use: (fd: number) => T): T | null {
  let fd: number | null = null;
  try {
    fd = openSync(real, O_RDONLY | O_NOFOLLOW | flag);
    return onLinux && !isWithin(root, readlinkSync(`/proc/self/fd/${fd}`)) ? null : use(fd);
  } catch {
    // Removed or unreadable files are skipped, as in ripgrep.
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Whether a `.gitignore` excludes a path (true), includes it again (false), or has no rule for it (null). */
type IgnoreRules = (path: string, isFolder: boolean) => boolean | null;

const longestRule = 1000;

/** The rules of one `.gitignore`, for paths relative to its folder. The last matching rule wins. */
function ignoreRules(text: string): IgnoreRules {
  const rules = text.split("\n").flatMap((line) => rule(line.replace(/\r$/, "")));
  return (path, isFolder) => {
    const fits = rules.findLast(({ folderOnly, matches }) => (isFolder || !folderOnly) && matches(path));
    return fits === undefined ? null : !fits.takesIn;
  };
}

interface Rule {
  readonly takesIn: boolean;
  readonly folderOnly: boolean;
  readonly matches: (path: string) => boolean;
}

function rule(line: string): Rule[] {
  const trimmed = line.replace(/(?<!\\)[ \t]+$/, "");
  if (trimmed === "" || trimmed.startsWith("#") || trimmed.length > longestRule) return [];
  const takesIn = trimmed.startsWith("!");
  const pattern = takesIn ? trimmed.slice(1) : trimmed;
  const folderOnly = pattern.endsWith("/");
  const plain = folderOnly ? pattern.slice(0, -1) : pattern;
  if (plain === "") return [];
  // Braces have no meaning in git.
  const literal = plain.replaceAll("{", "[{]");
  return [{ takesIn, folderOnly, matches: globMatcher(literal) }];
}
