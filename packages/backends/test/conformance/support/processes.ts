import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A marker in the environment of a program and all of its children, so that they can be found anywhere. */
export const MARK = "CONFORMANCE_MARK";

/** The live processes with a marker, read from /proc independently of the tested code. */
export function markedProcesses(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/environ`).includes(`${MARK}=${mark}`) && isAlive(pid))
    .map(Number);
}

/** Only the program's own processes, without those that contain it. */
export function programsOf(mark: string): number[] {
  return markedProcesses(mark).filter((pid) => {
    const [program = ""] = read(`/proc/${pid}/cmdline`).split("\0");
    return !["setpriv", "unshare", "flock"].includes(path.basename(program));
  });
}

/** A listed process may have ended meanwhile, for example together with the previous one. */
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

/** Empty if the process is gone or belongs to another user. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
