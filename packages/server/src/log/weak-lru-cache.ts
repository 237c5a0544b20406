/** How many of the oldest items are checked each time. A busy item moves to the end. */
const LOOKS = 4;

interface Held<T> {
  readonly loading: Promise<T>;
  /** Null until it is loaded. */
  item: T | null;
}

/**
 * Items in memory, by name. Above a limit, the least recently used idle ones are evicted. They are then only referenced
 * weakly, so a caller that still has one keeps it, and other callers get the same one. There are never two items with the
 * same name.
 */
export class WeakLruCache<T extends object> {
  /** Least recently used first. */
  private readonly held = new Map<string, Held<T>>();
  private readonly evicted = new Map<string, WeakRef<T>>();
  private readonly bound: number;
  private readonly isInactive: (item: T) => boolean;
  private sweepAt: number;

  constructor(bound: number, isInactive: (item: T) => boolean) {
    this.bound = bound;
    this.isInactive = isInactive;
    this.sweepAt = 2 * bound;
  }

  /** The number of strongly held items. */
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

  /** Replaces the item with this name. A failed load leaves none. */
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

  /** All existing items, including those that only other code references. */
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
      if (held.item === null || !this.isInactive(held.item)) this.held.set(name, held);
      else this.evicted.set(name, new WeakRef(held.item));
    }
    if (this.evicted.size >= this.sweepAt) this.sweep();
  }

  /** Drops the names of collected items. */
  private sweep(): void {
    for (const [name, ref] of this.evicted) if (ref.deref() === undefined) this.evicted.delete(name);
    this.sweepAt = 2 * Math.max(this.bound, this.evicted.size);
  }
}
