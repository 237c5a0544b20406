import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "./home-holder.ts";

/**
 * Commands that use, or are about to look for, a server that another command started. That server closes when it has no guests.
 * It hides before it checks for guests, and a guest registers before it looks for a server, so no prompt is sent to a closing
 * server.
 */

const folderOf = (home: string) => path.join(home, "guests");

/** Registers this process, or renews its entry. Returns a function that removes it. */
export function registerServerUser(home: string): () => void {
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  const file = path.join(folderOf(home), String(process.pid));
  writeFileSync(file, "");
  return () => rmSync(file, { force: true });
}

/** Whether another process has registered since `sinceTs`. Entries of dead processes do not count. */
export function hasOtherServerUsers(home: string, sinceTs: number): boolean {
  return readdirSync(folderOf(home)).some((name) => {
    const pid = Number(name);
    if (pid === process.pid) return false;
    const file = path.join(folderOf(home), name);
    if (!isAlive(pid)) rmSync(file, { force: true });
    // The process id may have been reused.
    return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceTs;
  });
}
