import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { TREE_MARK } from "./environment.ts";
import { limits } from "./limits.ts";

/** Process information from /proc on Linux and from `ps` elsewhere. */

const hasProc = process.platform === "linux";

interface Stat {
  readonly state: string;
  readonly group: number;
  /** In clock ticks since boot. */
  readonly started: string;
}

/**
 * A process's start time as an opaque text for comparison. It distinguishes the process from a later one with the same
 * id, even after a reboot. Null if the process does not exist.
 */
export async function startTimeOf(pid: number): Promise<string | null> {
  if (!hasProc) return startTimeByPs(pid);
  const stat = statOf(pid);
  return stat === null || isDead(stat)
    ? null
    : `${readProc("/proc/sys/kernel/random/boot_id").trim()} ${stat.started}`;
}

/** The same from `ps`, for systems without /proc. It has a resolution of one second. */
export function startTimeByPs(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: { LC_ALL: "C", TZ: "UTC" } };
    execFile("/bin/ps", ["-o", "lstart=", "-p", String(pid)], options, (error, output) =>
      resolve(error === null && output.trim() !== "" ? output.trim() : null),
    );
  });
}

/** The living processes that have a tree's mark, or belong to the given group. */
export function processesOf(mark: string, group: number | null): number[] {
  if (!hasProc) return group !== null && hasGroup(group) ? [-group] : [];
  const marked = `\0${TREE_MARK}=${mark}\0`;
  return allPids().filter((pid) => {
    const stat = statOf(pid);
    if (stat === null || isDead(stat)) return false;
    return stat.group === group || `\0${readProc(`/proc/${pid}/environ`)}`.includes(marked);
  });
}

/** Sends a signal, and ignores a process that has already ended. A negative id means a group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or is not ours to signal. The caller, which waits for its exit, finds out which.
  }
}

/** Kills until no process is left, because a dying process may be starting another. Stops after `killMs`. */
export async function killAll(find: () => readonly number[] | Promise<readonly number[]>): Promise<void> {
  const deadline = performance.now() + limits.killMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    const alive = await find();
    if (alive.length === 0 || performance.now() > deadline) return;
    for (const pid of alive) sendSignal(pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function hasGroup(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    // ESRCH: the group has no process left.
    return false;
  }
}

function allPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function statOf(pid: number): Stat | null {
  const text = readProc(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, which may contain anything. Parse after the last bracket.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, group, started] = [fields[0], fields[2], fields[19]];
  return state === undefined || group === undefined || started === undefined
    ? null
    : { state, group: Number(group), started };
}

function isDead({ state }: Stat): boolean {
  return state === "Z" || state === "X";
}

/** Empty if the process is gone or belongs to another user. */
function readProc(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended, or belongs to another user.
    return "";
  }
}
