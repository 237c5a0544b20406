import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The process that holds a home, as it says itself in `holder.json`. */
export interface Holder {
  readonly pid: number;
  /** Null while it is starting, or if it is a command that serves nobody. */
  readonly url: string | null;
  /** The address that it listens on, and where people reach it otherwise. */
  readonly host: string | null;
  readonly publicUrl: string | null;
  /** What it shows to those who connect; null without TLS. */
  readonly certificate: string | null;
}

const fileOf = (home: string) => path.join(home, "holder.json");

/** Null where nobody holds the home, or whoever did is dead. */
export function readHolder(home: string): Holder | null {
  try {
    const { pid, url, ...more } = JSON.parse(readFileSync(fileOf(home), "utf8")) as Partial<Holder>;
    if (typeof pid !== "number" || (typeof url !== "string" && url !== null)) return null;
    const { host = null, publicUrl = null, certificate = null } = more;
    return isAlive(pid) ? { pid, url, host, publicUrl, certificate } : null;
  } catch {
    // No file, or one that is just being written: nobody can be reached by it.
    return null;
  }
}

/** Whether the last process that held the home ended without releasing it. */
export function holderDied(home: string): boolean {
  return existsSync(fileOf(home)) && readHolder(home) === null;
}

/** Keeps others from finding this process, which goes on holding the home. Gives back how to be found again. */
export function hideHolder(home: string): () => void {
  const text = readFileSync(fileOf(home), "utf8");
  rmSync(fileOf(home), { force: true });
  return () => writeFileSync(fileOf(home), text, { mode: 0o600 });
}

export function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
