import { setTimeout as pause } from "node:timers/promises";
import { limits } from "../../limits.ts";
import { isLocked } from "./sqlite-error.ts";

/**
 * Runs writes one after the other, in the order of the calls. Each runs at once, unless another process has locked the log:
 * then it is retried periodically, and only writers wait.
 */
export class WriteQueue {
  /** The last waiting write; null if no write is waiting. */
  private last: Promise<unknown> | null = null;

  async run<T>(write: () => T): Promise<T> {
    const until = performance.now() + limits.lockedMs;
    if (this.last === null) {
      try {
        return write();
      } catch (error) {
        if (!isLocked(error)) throw error;
      }
    }
    const done = (this.last ?? pause(limits.lockedTryMs)).then(() => retry(write, until));
    // The caller gets the error; the next write only waits until this one has finished.
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.last = settled;
    void settled.then(() => {
      if (this.last === settled) this.last = null;
    });
    return done;
  }
}

async function retry<T>(write: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error;
    }
    await pause(limits.lockedTryMs);
  }
}
