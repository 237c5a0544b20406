import type { Timing } from "./timing.ts";

/** Tells listeners that something changed: once, however often it did since they were told last. */
export class Listeners {
  private readonly timing: Timing;
  private readonly refresh: () => boolean;
  private readonly all = new Set<() => void>();
  private announced = false;

  /** `refresh` brings up to date what listeners will look at, and says whether anything is different. */
  constructor(timing: Timing, refresh: () => boolean) {
    this.timing = timing;
    this.refresh = refresh;
  }

  get size(): number {
    return this.all.size;
  }

  add(listener: () => void): () => void {
    // The same function twice is two listeners.
    const own = () => listener();
    this.all.add(own);
    return () => void this.all.delete(own);
  }

  announce(): void {
    if (this.announced) return;
    this.announced = true;
    this.timing.schedule(() => this.tell());
  }

  private tell(): void {
    this.announced = false;
    if (!this.refresh()) return;
    const errors: unknown[] = [];
    for (const listener of this.all) {
      try {
        listener();
      } catch (error) {
        errors.push(error);
      }
    }
    // A listener that throws is a bug of its own: the others are told all the same, and it is not hidden.
    if (errors.length > 0) throw errors[0];
  }
}
