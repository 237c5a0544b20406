import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The process that holds a home, as recorded in `holder.json`. */
export interface Holder {
  readonly pid: number;
  /** Null while it is starting, or if it is a command without a server. */
  readonly url: string | null;
  /** The address it listens on, and its public address. */
  readonly host: string | null;
  readonly publicUrl: string | null;
  /** Its TLS certificate; null without TLS. */
  readonly certificate: string | null;
}

const fileOf = (home: string) => path.join(home, "holder.json");

/** Null if no live process holds the home. */
export function readHolder(home: string): Holder | null {
  try {
    const { pid, url, ...more } = JSON.parse(readFileSync(fileOf(home), "utf8")) as Partial<Holder>;
    if (typeof pid !== "number" || (typeof url !== "string" && url !== null)) return null;
    const { host = null, publicUrl = null, certificate = null } = more;
    return isAlive(pid) ? { pid, url, host, publicUrl, certificate } : null;
  } catch {
    // The file is missing or incomplete, so it leads to no process.
    return null;
  }
}

/** Whether the last process that held the home ended without releasing it. */
export function holderDied(home: string): boolean {
  return existsSync(fileOf(home)) && readHolder(home) === null;
}

/** Hides this process from other commands while it still holds the home. Returns a function that shows it again. */
export function hideHolder(home: string): () => void {
  const text = readFileSync(fileOf(home), "utf8");
  rmSync(fileOf(home), { force: true });
  return () => writeFileSync(fileOf(home), text, { mode: 0o600 });
}

export function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
