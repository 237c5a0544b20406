/** Runs tasks one after the other, so that no task changes the state that another one has checked. */
export class Mailbox {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/** One mailbox per key: tasks with the same key run one after the other. */
export class MailboxByKey {
  private readonly last = new Map<string, Promise<void>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(task);
    const settled: Promise<void> = result.then(
      () => this.forget(key, settled),
      () => this.forget(key, settled),
    );
    this.last.set(key, settled);
    return result;
  }

  private forget(key: string, settled: Promise<void>): void {
    if (this.last.get(key) === settled) this.last.delete(key);
  }
}
