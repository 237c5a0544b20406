import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** A place that may be accessed, by its real path: no existing part of it is a link. */
export interface Place {
  readonly ok: true;
  readonly path: string;
  /** The path for people: relative to the project, or absolute if it is outside. */
  readonly shown: string;
}

export interface Refusal {
  readonly ok: false;
  readonly code: "outside_project" | "bad_path";
  /** Says what to do. */
  readonly message: string;
}

/**
 * The folder that an agent works in, and other allowed folders. No path can leave them: not with `..`, not through a
 * link, not with a disguised name. A path is resolved first and checked again when it is open (see `safe-open.ts`),
 * because it may have changed by then.
 */
export class ProjectFolder {
  /** Its real path. */
  readonly root: string;
  private readonly roots: readonly string[];
  private readonly closed: readonly string[];

  private constructor(roots: readonly [string, ...string[]], closed: readonly string[]) {
    this.root = roots[0];
    this.roots = roots;
    this.closed = closed;
  }

  /**
   * Fails if the folder does not exist. Other folders that do not exist are ignored. Paths in a closed folder count as
   * outside.
   */
  static async open(
    root: string,
    others: readonly string[] = [],
    closed: readonly string[] = [],
  ): Promise<ProjectFolder> {
    return new ProjectFolder([await realpath(root), ...(await existing(others))], await existing(closed));
  }

  /** Whether a real path is in one of the folders, or is one of them. */
  holds(real: string): boolean {
    const isIn = (folder: string) => isWithin(folder, real);
    return this.roots.some(isIn) && !this.closed.some(isIn);
  }

  /** The allowed folder that contains a real path. */
  rootOf(real: string): string {
    return this.roots.find((root) => isWithin(root, real)) ?? this.root;
  }

  shown(real: string): string {
    if (real === this.root) return ".";
    return isWithin(this.root, real) ? path.relative(this.root, real) : real;
  }

  /** Resolves a given path, absolute or relative to the project. It need not exist. */
  async resolve(given: string): Promise<Place | Refusal> {
    if (given === "" || given.includes("\0")) {
      return refuse("bad_path", "A path must not be empty or contain NUL.");
    }
    const real = await realPath(path.resolve(this.root, given));
    if (real === null) {
      return refuse("bad_path", `${given} contains a broken link. Use another path.`);
    }
    if (!this.holds(real)) {
      return refuse(
        "outside_project",
        `${given} is outside the project. Use a path in ${this.roots.join(", ")}.`,
      );
    }
    return { ok: true, path: real, shown: this.shown(real) };
  }
}

/** Ignores folders that cannot be resolved: nothing in them can be reached. */
async function existing(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
  return real.filter((folder) => folder !== null);
}

export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

/** The real path of the existing part, followed by the remaining names. Null for a broken link. */
export async function realPath(absolute: string): Promise<string | null> {
  const missing: string[] = [];
  for (let at = absolute; ; at = path.dirname(at)) {
    try {
      return path.join(await realpath(at), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ELOOP" || code === "ENAMETOOLONG" || code === "EACCES") return null;
      if (at === path.dirname(at) || (await isLink(at))) return null;
      missing.unshift(path.basename(at));
    }
  }
}

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch {
    // A missing file is not a link.
    return false;
  }
}

function refuse(code: Refusal["code"], message: string): Refusal {
  return { ok: false, code, message };
}
