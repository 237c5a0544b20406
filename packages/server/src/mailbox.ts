/** Runs tasks one after the other: what one decides by, no other changes meanwhile. */
export class Mailbox {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    this.last = result.catch(() => undefined);
    return result;
  }
}
