/** A separate limit for each name: a burst, then one each `eachMs` milliseconds. */
export class RateLimit {
  private readonly burst: number;
  private readonly eachMs: number;
  private readonly elapsed: () => number;
  /** When each name's budget is full again. Names with a full budget are dropped. */
  private readonly wholeAt = new Map<string, number>();

  /** `elapsed` must be monotonic, unlike a wall clock. */
  constructor(burst: number, eachMs: number, elapsed: () => number = () => performance.now()) {
    this.burst = burst;
    this.eachMs = eachMs;
    this.elapsed = elapsed;
  }

  /** Takes one from the budget; false if it is empty. */
  take(name: string): boolean {
    const now = this.elapsed();
    for (const [known, at] of this.wholeAt) if (at <= now) this.wholeAt.delete(known);
    const next = Math.max(now, this.wholeAt.get(name) ?? 0) + this.eachMs;
    if (next - now > this.burst * this.eachMs) return false;
    this.wholeAt.set(name, next);
    return true;
  }
}
