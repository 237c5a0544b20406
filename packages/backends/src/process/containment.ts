import { execFile } from "node:child_process";
import { findProgram } from "./find-program.ts";
import { limits } from "./limits.ts";

/**
 * How a program is bound to us, so that nothing of it outlives us.
 *
 * - `namespace`: it gets a process namespace of its own, and the kernel ends all in it with us, even what left the
 *   group or was orphaned. A waiting program stands in front as the namespace's first process, because a first
 *   process ignores every signal it has no handler for; `flock` on nothing is one that is always there. An exit
 *   by signal then shows as 128 + its number.
 * - `deathsig`: the program ends with us; what it started is found again by its mark (see the process records).
 * - `group`: only the group and the records.
 */
export interface Containment {
  readonly kind: "namespace" | "deathsig" | "group";
  /** What is put before the program and its arguments. */
  readonly prefix: readonly string[];
}

export const group: Containment = { kind: "group", prefix: [] };

let best: Promise<Containment> | null = null;

/** The best that works here; found out once. */
export function bestContainment(): Promise<Containment> {
  best ??= workingContainments().then(([first = group]) => first);
  return best;
}

/** All that work here, the best first. */
export async function workingContainments(): Promise<Containment[]> {
  const working: Containment[] = [];
  for (const candidate of process.platform === "linux" ? await linuxCandidates() : []) {
    const known = working.some(({ kind }) => kind === candidate.kind);
    if (!known && (await works(candidate))) working.push(candidate);
  }
  return [...working, group];
}

async function linuxCandidates(): Promise<Containment[]> {
  const [setpriv, unshare, flock] = await Promise.all(["setpriv", "unshare", "flock"].map(find));
  if (setpriv === null || setpriv === undefined) return [];
  const deathsig = [setpriv, "--pdeathsig", "KILL", "--"];
  const candidates: Containment[] = [{ kind: "deathsig", prefix: deathsig }];
  if (unshare && flock) {
    const inNamespace = (...view: string[]): Containment => ({
      kind: "namespace",
      prefix: [
        ...deathsig,
        ...[unshare, "--pid", "--fork", "--kill-child", ...view, "--"],
        ...[flock, "--shared", "--close", "/dev/null"],
      ],
    });
    // With a /proc of its own, `pkill` and `ps` inside the namespace speak of the right processes.
    candidates.unshift(inNamespace("--propagation", "slave", "--mount-proc"), inNamespace());
  }
  return candidates;
}

async function find(name: string): Promise<string | null> {
  const found = await findProgram(name, "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin");
  return found.ok ? found.file : null;
}

/** Whether a harmless program runs behind the prefix. */
function works({ prefix }: Containment): Promise<boolean> {
  const [file = "", ...args] = [...prefix, prefix[0] ?? "", "--version"];
  return new Promise((resolve) => {
    execFile(file, args, { timeout: limits.probeMs }, (error) => resolve(error === null));
  });
}
