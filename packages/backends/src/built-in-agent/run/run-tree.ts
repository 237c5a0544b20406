/** State that a run and all its subagents share. */
export class RunTree {
  /** Subagents started so far. */
  subagents: number;
  private readonly working = new Set<Promise<unknown>>();

  constructor(subagents = 0) {
    this.subagents = subagents;
  }

  /** Registers work that a cancel briefly waits for. */
  track<T>(work: Promise<T>): Promise<T> {
    // Its caller handles the error; here only completion matters.
    const done = work.catch(() => undefined).finally(() => this.working.delete(done));
    this.working.add(done);
    return work;
  }

  async settled(): Promise<void> {
    await Promise.all(this.working);
  }
}
