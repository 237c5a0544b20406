import { setTimeout as pause } from "node:timers/promises";
import { limits } from "../../limits.ts";
import { isLocked } from "./sqlite-error.ts";

/**
 * Writes one after the other, in the order of the calls. Each is done at once, unless another process holds the log: then
 * it is tried again now and then, and nobody but those who write waits for it.
 */
export class WriteQueue {
  /** The last of those that wait; null where none does. */
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
    // The caller gets the error; the next write only waits for the end.
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
