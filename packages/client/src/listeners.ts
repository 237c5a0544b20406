import type { Timing } from "./timing.ts";

/** Notifies listeners of changes: once, however many changes there were since the last time. */
export class Listeners {
  private readonly timing: Timing;
  private readonly refresh: () => boolean;
  private readonly all = new Set<() => void>();
  private announced = false;

  /** `refresh` updates the state that listeners read, and returns whether it changed. */
  constructor(timing: Timing, refresh: () => boolean) {
    this.timing = timing;
    this.refresh = refresh;
  }

  get size(): number {
    return this.all.size;
  }

  add(listener: () => void): () => void {
    // The same function added twice is two listeners.
    const own = () => listener();
    this.all.add(own);
    return () => void this.all.delete(own);
  }

  announce(): void {
    if (this.announced) return;
    this.announced = true;
    this.timing.schedule(() => this.notify());
  }

  private notify(): void {
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
    // A listener that throws has a bug: the other listeners are still notified, and the error is not hidden.
    if (errors.length > 0) throw errors[0];
  }
}
