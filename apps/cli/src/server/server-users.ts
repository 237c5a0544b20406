import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "./home-holder.ts";

/**
 * Commands that use, or are about to look for, a server that another command started for itself. That one ends when
 * it has no guests: it hides first and looks for guests then, a guest registers first and looks for a server then, so
 * that no prompt is ever on its way to a server that closes.
 */

const folderOf = (home: string) => path.join(home, "guests");

/** Registers this process, or renews it. Gives back how to leave. */
export function registerServerUser(home: string): () => void {
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  const file = path.join(folderOf(home), String(process.pid));
  writeFileSync(file, "");
  return () => rmSync(file, { force: true });
}

/** Whether somebody is there who came since `sinceTs`. What dead processes left counts for nothing. */
export function hasOtherServerUsers(home: string, sinceTs: number): boolean {
  return readdirSync(folderOf(home)).some((name) => {
    const pid = Number(name);
    if (pid === process.pid) return false;
    const file = path.join(folderOf(home), name);
    if (!isAlive(pid)) rmSync(file, { force: true });
    // A number may be another process's by now.
    return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceTs;
  });
}
