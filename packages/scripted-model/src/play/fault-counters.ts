import { limits } from "../limits.ts";

/** The one thing that is remembered between two requests: how often a fault with a number of times has happened. */
export class FaultCounters {
  private readonly counts = new Map<string, number>();

  /** Whether the fault happens once more. When it has happened often enough it passes, and the count begins again. */
  happens(key: string, times: number): boolean {
    const count = this.counts.get(key) ?? 0;
    this.counts.delete(key);
    if (count >= times) return false;
    this.counts.set(key, count + 1);
    const [oldest] = this.counts.keys();
    if (this.counts.size > limits.faultCounters && oldest !== undefined) this.counts.delete(oldest);
    return true;
  }
}
