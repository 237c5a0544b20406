import { ChangeBook } from "../tools/change-book.ts";

/** What a run and all subagents below it share. */
export class RunTree {
  readonly changes = new ChangeBook();
  /** Subagents started so far. */
  subagents = 0;
  private checkpoint: Promise<void> | null = null;
  private readonly working = new Set<Promise<unknown>>();

  /** Saves the project before the first change, once. */
  saveFirst(save: () => Promise<void>): Promise<void> {
    this.checkpoint ??= save();
    return this.checkpoint;
  }

  /** Work that a cancel waits for a little. */
  track<T>(work: Promise<T>): Promise<T> {
    const done = work.catch(() => undefined).finally(() => this.working.delete(done));
    this.working.add(done);
    return work;
  }

  async settled(): Promise<void> {
    await Promise.all(this.working);
  }
}
