/**
 * Waits that can be cancelled permanently. Not `Promise.race` against one shared promise, which would retain a reaction of
 * every wait for the whole life of a run.
 */
export class CancellableWait {
  private isCancelled = false;
  private readonly waiting = new Set<() => void>();

  /** Cancels all current and future waits. */
  cancel(): void {
    this.isCancelled = true;
    for (const leave of [...this.waiting]) leave();
  }

  /** The result of the work, or undefined after a cancel. */
  orCancelled<T>(work: Promise<T>): Promise<T | undefined> {
    if (this.isCancelled) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(leave);
        resolve(undefined);
      };
      this.waiting.add(leave);
      work.then(resolve, reject).finally(() => this.waiting.delete(leave));
    });
  }
}
