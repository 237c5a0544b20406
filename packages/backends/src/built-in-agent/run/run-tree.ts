/** What a run and all subagents below it share. */
export class RunTree {
  /** Subagents started so far. */
  subagents: number;
  private readonly working = new Set<Promise<unknown>>();

  constructor(subagents = 0) {
    this.subagents = subagents;
  }

  /** Work that a cancel waits for a little. */
  track<T>(work: Promise<T>): Promise<T> {
    // Its caller handles the error; here only the end counts.
    const done = work.catch(() => undefined).finally(() => this.working.delete(done));
    this.working.add(done);
    return work;
  }

  async settled(): Promise<void> {
    await Promise.all(this.working);
  }
}
