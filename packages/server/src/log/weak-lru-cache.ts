/** How many of the oldest are checked each time: one that is busy moves to the end of the line. */
const LOOKS = 4;

interface Held<T> {
  readonly loading: Promise<T>;
  /** Null until it is loaded. */
  item: T | null;
}

/**
 * Items in memory, by name. Above a limit the least recently used idle ones are evicted: they are held only weakly then, so
 * a caller that still has one keeps it, and whoever asks for it meanwhile gets the same. There are never two items of one
 * name.
 */
export class WeakLruCache<T extends object> {
  /** The least recently used first. */
  private readonly held = new Map<string, Held<T>>();
  private readonly evicted = new Map<string, WeakRef<T>>();
  private readonly bound: number;
  private readonly isAtRest: (item: T) => boolean;
  private sweepAt: number;

  constructor(bound: number, isAtRest: (item: T) => boolean) {
    this.bound = bound;
    this.isAtRest = isAtRest;
    this.sweepAt = 2 * bound;
  }

  /** How many are held. */
  get size(): number {
    return this.held.size;
  }

  find(name: string): Promise<T> | undefined {
    const held = this.held.get(name);
    if (held !== undefined) return this.hold(name, held);
    const item = this.evicted.get(name)?.deref();
    return item === undefined ? undefined : this.put(name, item);
  }

  put(name: string, item: T): Promise<T> {
    return this.hold(name, { loading: Promise.resolve(item), item });
  }

  /** Takes the place of what had the name. What cannot be loaded leaves nothing. */
  load(name: string, loading: Promise<T>): Promise<T> {
    const held: Held<T> = { loading, item: null };
    loading.then(
      (item) => {
        held.item = item;
      },
      () => {
        if (this.held.get(name) === held) this.held.delete(name);
      },
    );
    return this.hold(name, held);
  }

  delete(name: string): void {
    this.held.delete(name);
    this.evicted.delete(name);
  }

  /** All that are there, also those that only somebody else holds. */
  all(): Promise<T>[] {
    const elsewhere = [...this.evicted.values()].flatMap((ref) => ref.deref() ?? []);
    return [...[...this.held.values()].map(({ loading }) => loading), ...elsewhere.map(async (item) => item)];
  }

  private hold(name: string, held: Held<T>): Promise<T> {
    this.evicted.delete(name);
    this.held.delete(name);
    this.held.set(name, held);
    this.trim();
    return held.loading;
  }

  private trim(): void {
    for (let looks = LOOKS; looks > 0 && this.held.size > this.bound; looks--) {
      const [name, held] = this.held.entries().next().value as [string, Held<T>];
      this.held.delete(name);
      if (held.item === null || !this.isAtRest(held.item)) this.held.set(name, held);
      else this.evicted.set(name, new WeakRef(held.item));
    }
    if (this.evicted.size >= this.sweepAt) this.sweep();
  }

  /** Forgets the names of those that nobody holds. */
  private sweep(): void {
    for (const [name, ref] of this.evicted) if (ref.deref() === undefined) this.evicted.delete(name);
    this.sweepAt = 2 * Math.max(this.bound, this.evicted.size);
  }
}
