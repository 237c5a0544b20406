/** Reused because there is almost always room. */
const now = Promise.resolve();

type Next<T> = IteratorResult<T, undefined>;

/**
 * Passes values to one reader, in order. A writer that awaits `push` cannot get far ahead of the reader. A writer that
 * does not is never blocked.
 */
export class BoundedQueue<T> implements AsyncIterable<T> {
  private readonly most: number;
  private readonly sizeOf: (value: T) => number;
  private waiting: T[] = [];
  private size = 0;
  private isEnded = false;
  /** Resolves the reader's pending read. */
  private resolveNext: ((taken: Next<T>) => void) | null = null;
  private wakeWriters: (() => void)[] = [];

  /** `most` limits the queue before writers wait, in values or in the unit of `sizeOf`. */
  constructor(most: number, sizeOf: (value: T) => number = () => 1) {
    this.most = most;
    this.sizeOf = sizeOf;
  }

  get isFull(): boolean {
    return this.size >= this.most;
  }

  /** Resolves when there is room for more. Values after the end are dropped. */
  push(value: T): Promise<void> {
    if (this.isEnded) return now;
    if (this.resolveNext !== null) {
      this.answer({ done: false, value });
      return now;
    }
    this.waiting.push(value);
    this.size += this.sizeOf(value);
    return this.room();
  }

  room(): Promise<void> {
    if (!this.isFull || this.isEnded) return now;
    return new Promise((resolve) => this.wakeWriters.push(resolve));
  }

  /** No values follow. The reader still receives the queued ones. */
  end(): void {
    this.isEnded = true;
    this.answer({ done: true, value: undefined });
    this.release();
  }

  /** Not a generator, because that would delay each value by several microtasks. */
  [Symbol.asyncIterator](): AsyncIterator<T, undefined, undefined> {
    let taken: T[] = [];
    let at = 0;
    const next = (): Promise<Next<T>> => {
      if (at === taken.length) {
        taken = this.take();
        at = 0;
      }
      if (at < taken.length) return Promise.resolve({ done: false, value: taken[at++] as T });
      if (this.isEnded) return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve) => {
        this.resolveNext = resolve;
      });
    };
    const leave = (): Promise<Next<T>> => {
      this.end();
      this.take();
      taken = [];
      at = 0;
      return Promise.resolve({ done: true, value: undefined });
    };
    return { next, return: leave };
  }

  private take(): T[] {
    const taken = this.waiting;
    this.waiting = [];
    this.size = 0;
    this.release();
    return taken;
  }

  private answer(taken: Next<T>): void {
    const { resolveNext } = this;
    this.resolveNext = null;
    resolveNext?.(taken);
  }

  private release(): void {
    const writers = this.wakeWriters;
    this.wakeWriters = [];
    for (const resume of writers) resume();
  }
}
