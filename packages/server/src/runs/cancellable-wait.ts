/**
 * Waiting that can be given up, for good. Not `Promise.race` against one promise for all of it: that promise would
 * keep something of every wait for as long as it is open, which is a run's whole life.
 */
export class CancellableWait {
  private isCancelled = false;
  private readonly waiting = new Set<() => void>();

  /** Ends every wait, also those to come. */
  cancel(): void {
    this.isCancelled = true;
    for (const leave of [...this.waiting]) leave();
  }

  /** What the work gives, or undefined once it was given up. */
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
