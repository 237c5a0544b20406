import { ChangeBook } from "../tools/change-book.ts";

/** What a run and all subagents below it share. */
export class RunTree {
  readonly changes = new ChangeBook();
  /** Whether something ran that may have changed files by itself. */
  hasRunPrograms = false;
  /** Subagents started so far. */
  subagents = 0;
  private checkpoint: Promise<string | null> | null = null;
  private readonly working = new Set<Promise<unknown>>();

  /** Saves the project before the first change, once. */
  async saveFirst(save: () => Promise<string | null>): Promise<void> {
    this.checkpoint ??= save();
    await this.checkpoint;
  }

  /** The project as it was before the first change; null where nothing was changed or saved. */
  async before(): Promise<string | null> {
    return this.checkpoint?.catch(() => null) ?? null;
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
