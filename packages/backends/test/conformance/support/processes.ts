import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** In the environment of a program and of all that it starts, so that they are found wherever they went. */
export const MARK = "CONFORMANCE_MARK";

/** The living processes that carry a mark, as /proc tells: apart from the code that is tested. */
export function markedProcesses(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/environ`).includes(`${MARK}=${mark}`) && isAlive(pid))
    .map(Number);
}

/** Those that are no part of how we contain a program. */
export function programsOf(mark: string): number[] {
  return markedProcesses(mark).filter((pid) => {
    const [program = ""] = read(`/proc/${pid}/cmdline`).split("\0");
    return !["setpriv", "unshare", "flock"].includes(path.basename(program));
  });
}

/** One that was listed may be gone meanwhile, with the one before it. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}

function isAlive(pid: string): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return !["Z", "X", undefined].includes(stat.slice(stat.lastIndexOf(")") + 2)[0]);
}

/** Empty where the process is gone or another user's. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
