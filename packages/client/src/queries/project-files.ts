import type { Client } from "../client.ts";
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

/** The files of a project by their paths, folders with a slash at their end. Kept for a short while. */
export class ProjectFiles {
  private readonly client: Pick<Client, "tree">;
  private readonly lists = new Map<
    string,
    { readonly at: number; readonly files: Promise<readonly string[]> }
  >();

  constructor(client: Pick<Client, "tree">) {
    this.client = client;
  }

  list(projectRoot: string): Promise<readonly string[]> {
    const known = this.lists.get(projectRoot);
    if (known !== undefined && performance.now() - known.at < limits.filesMs) return known.files;
    const files = this.walk(projectRoot);
    this.lists.set(projectRoot, { at: performance.now(), files });
    // The caller gets the error; the next call tries again.
    files.catch(() => this.lists.delete(projectRoot));
    return files;
  }

  /** Level by level, so that what lies near the top is found even in a project that is too large to be listed. */
  private async walk(projectRoot: string): Promise<readonly string[]> {
    const found: string[] = [];
    let level = [""];
    let folders = 0;
    while (level.length > 0 && found.length < limits.files && folders < limits.folders) {
      const batch = level.slice(0, limits.folders - folders);
      folders += batch.length;
      // A folder that cannot be listed is left out.
      const listed = await Promise.all(
        batch.map((path) => this.client.tree(projectRoot, path).catch(() => [])),
      );
      level = [];
      for (const { kind, path, name } of listed.flat()) {
        if (kind === "file") found.push(path);
        if (kind !== "folder" || skipped.has(name)) continue;
        found.push(`${path}/`);
        level.push(path);
      }
    }
    return found.slice(0, limits.files);
  }
}
