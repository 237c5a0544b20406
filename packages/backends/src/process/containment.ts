import { execFile } from "node:child_process";
import { findProgram } from "./find-program.ts";
import { limits } from "./limits.ts";

/**
 * How a program is bound to the server, so that none of its processes outlives the server.
 *
 * - `namespace`: the program gets its own process namespace, and the kernel ends all processes in it with the server,
 *   including those that left the group or were orphaned. A waiting program is the first process of the namespace,
 *   because a first process ignores every signal without a handler; `flock` on nothing is always available. An exit
 *   by signal then appears as exit code 128 + its number.
 * - `deathsig`: the program ends with the server. The mark in the process records finds the processes that it started.
 * - `group`: only the process group and the records.
 */
export interface Containment {
  readonly kind: "namespace" | "deathsig" | "group";
  /** Arguments to put before the program and its own arguments. */
  readonly prefix: readonly string[];
}

export const group: Containment = { kind: "group", prefix: [] };

let best: Promise<Containment> | null = null;

/** The best containment that works here. Detected once. */
export function bestContainment(): Promise<Containment> {
  best ??= workingContainments().then(([first = group]) => first);
  return best;
}

/** All containments that work here, the best first. */
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
    // With its own /proc, `pkill` and `ps` inside the namespace see the right processes.
    candidates.unshift(inNamespace("--propagation", "slave", "--mount-proc"), inNamespace());
  }
  return candidates;
}

async function find(name: string): Promise<string | null> {
  const found = await findProgram(name, "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin");
  return found.ok ? found.file : null;
}

/** Whether a harmless program runs with the prefix. */
function works({ prefix }: Containment): Promise<boolean> {
  const [file = "", ...args] = [...prefix, prefix[0] ?? "", "--version"];
  return new Promise((resolve) => {
    execFile(file, args, { timeout: limits.probeMs }, (error) => resolve(error === null));
  });
}
