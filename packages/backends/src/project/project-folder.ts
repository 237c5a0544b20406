import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** A place that may be used, by its real path: no part of it that exists is a link. */
export interface Place {
  readonly ok: true;
  readonly path: string;
  /** As people are shown it: from the project's folder on, or whole where it is outside of it. */
  readonly shown: string;
}

export interface Refusal {
  readonly ok: false;
  readonly code: "outside_project" | "bad_path";
  /** Says what to do. */
  readonly message: string;
}

/**
 * The folder that an agent works in, and the other folders that it may use. No path leads out of them: not by `..`,
 * not by a link, not by a name that only looks harmless. A path is resolved first, and again looked at when it is
 * open (see `open-inside.ts`), because it may be another one by then.
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
   * Fails where the folder does not exist; of the others, those that do not exist are left out. What is in a closed
   * folder counts as outside.
   */
  static async open(
    root: string,
    others: readonly string[] = [],
    closed: readonly string[] = [],
  ): Promise<ProjectFolder> {
    return new ProjectFolder([await realpath(root), ...(await existing(others))], await existing(closed));
  }

  /** Whether a real path is in one of the folders, or is one. */
  holds(real: string): boolean {
    const isIn = (folder: string) => isWithin(folder, real);
    return this.roots.some(isIn) && !this.closed.some(isIn);
  }

  /** The one of the folders that a real path is in. */
  rootOf(real: string): string {
    return this.roots.find((root) => isWithin(root, real)) ?? this.root;
  }

  shown(real: string): string {
    if (real === this.root) return ".";
    return isWithin(this.root, real) ? path.relative(this.root, real) : real;
  }

  /** A path as somebody gave it, absolute or from the project's folder on. It need not exist. */
  async resolve(given: string): Promise<Place | Refusal> {
    if (given === "" || given.includes("\0")) {
      return refuse("bad_path", "A path is a text of at least one character and has no NUL in it.");
    }
    const real = await realPath(path.resolve(this.root, given));
    if (real === null) {
      return refuse("bad_path", `${given} leads through a link to nowhere; use another path.`);
    }
    if (!this.holds(real)) {
      return refuse(
        "outside_project",
        `${given} is outside the project; only paths in ${this.roots.join(", ")} can be used.`,
      );
    }
    return { ok: true, path: real, shown: this.shown(real) };
  }
}

/** Folders that cannot be resolved are left out: nothing in them can be reached. */
async function existing(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
  return real.filter((folder) => folder !== null);
}

export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

/** The real path of what exists, with the names of what does not behind it. Null where a link leads to nowhere. */
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
    // What does not exist is no link.
    return false;
  }
}

function refuse(code: Refusal["code"], message: string): Refusal {
  return { ok: false, code, message };
}
