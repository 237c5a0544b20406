/** So many at once, then one each so many milliseconds; each name by itself. */
export class RateLimit {
  private readonly burst: number;
  private readonly eachMs: number;
  private readonly elapsed: () => number;
  /** When each name's budget is whole again. Names whose time is over are let go. */
  private readonly wholeAt = new Map<string, number>();

  /** `elapsed` is never set back, as a clock on the wall may be. */
  constructor(burst: number, eachMs: number, elapsed: () => number = () => performance.now()) {
    this.burst = burst;
    this.eachMs = eachMs;
    this.elapsed = elapsed;
  }

  /** Takes one; false where there is none left. */
  take(name: string): boolean {
    const now = this.elapsed();
    for (const [known, at] of this.wholeAt) if (at <= now) this.wholeAt.delete(known);
    const next = Math.max(now, this.wholeAt.get(name) ?? 0) + this.eachMs;
    if (next - now > this.burst * this.eachMs) return false;
    this.wholeAt.set(name, next);
    return true;
  }
}
