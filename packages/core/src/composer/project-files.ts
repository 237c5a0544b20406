import type { TreeEntry } from "../api/projects.ts";
import { limits } from "../limits.ts";

const skipped = new Set([
  "node_modules",
  ".git",
  "dist",
  "build",
  "target",
  ".venv",
  "__pycache__",
  ".next",
  "vendor",
]);

/** The route that lists one folder of a project. */
type Tree = (folder: {
  readonly projectRoot: string;
  readonly path: string;
}) => Promise<{ readonly entries: readonly TreeEntry[] }>;

/** The project's files by path; folders end with a slash. Cached for a short time. */
export class ProjectFiles {
  private readonly tree: Tree;
  private readonly elapsed: () => number;
  private readonly lists = new Map<
    string,
    { readonly at: number; readonly files: Promise<readonly string[]> }
  >();

  /** `elapsed` returns milliseconds since some fixed moment. */
  constructor(tree: Tree, elapsed: () => number) {
    this.tree = tree;
    this.elapsed = elapsed;
  }

  list(projectRoot: string): Promise<readonly string[]> {
    const known = this.lists.get(projectRoot);
    if (known !== undefined && this.elapsed() - known.at < limits.projectFiles.keptMs) return known.files;
    const files = this.walk(projectRoot);
    this.lists.set(projectRoot, { at: this.elapsed(), files });
    // The caller gets the error; the next call retries.
    files.catch(() => this.lists.delete(projectRoot));
    return files;
  }

  /** Level by level, so that files near the top are found even in a project that is too large to list completely. */
  private async walk(projectRoot: string): Promise<readonly string[]> {
    const found: string[] = [];
    let level = [""];
    let folders = 0;
    while (
      level.length > 0 &&
      found.length < limits.projectFiles.files &&
      folders < limits.projectFiles.folders
    ) {
      const batch = level.slice(0, limits.projectFiles.folders - folders);
      folders += batch.length;
      // Folders that cannot be listed are skipped.
      const listed = await Promise.all(
        batch.map((path) =>
          this.tree({ projectRoot, path })
            .then(({ entries }) => entries)
            .catch(() => []),
        ),
      );
      level = [];
      for (const { kind, path, name } of listed.flat()) {
        if (kind === "file") found.push(path);
        if (kind !== "folder" || skipped.has(name)) continue;
        found.push(`${path}/`);
        level.push(path);
      }
    }
    return found.slice(0, limits.projectFiles.files);
  }
}
