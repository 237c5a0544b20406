import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MS = 200;

/**
 * Runs `work` in one process at a time. The lock file contains its holder's process id, so that a dead holder's lock is taken
 * over.
 *
 * @template T
 * @param {string} file
 * @param {{ onWait: () => void }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, { onWait }, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let tries = 0; !take(file); tries += 1) {
    if (tries === 0) onWait();
    await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  // A link appears together with its content, so a lock always names its holder.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    if (!isAlive(holderOf(file))) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    // The lock was released in the meantime.
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
