import { limits } from "../limits.ts";

/** The only state between requests: how often each repeating fault has happened. */
export class FaultCounters {
  private readonly counts = new Map<string, number>();

  /** Whether the fault still happens. After `times` times it passes, and the count restarts. */
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
