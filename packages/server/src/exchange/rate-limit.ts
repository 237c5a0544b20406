/** So many at once, then one each so many milliseconds; each name by itself. */
export class RateLimit {
  private readonly burst: number;
  private readonly eachMs: number;
  private readonly now: () => number;
  /** When each name's budget is whole again. Names whose time is over are let go. */
  private readonly wholeAt = new Map<string, number>();

  constructor(burst: number, eachMs: number, now: () => number) {
    this.burst = burst;
    this.eachMs = eachMs;
    this.now = now;
  }

  /** Takes one; false where there is none left. */
  take(name: string): boolean {
    const now = this.now();
    for (const [known, at] of this.wholeAt) if (at <= now) this.wholeAt.delete(known);
    const next = Math.max(now, this.wholeAt.get(name) ?? 0) + this.eachMs;
    if (next - now > this.burst * this.eachMs) return false;
    this.wholeAt.set(name, next);
    return true;
  }
}
