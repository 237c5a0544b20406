import type { Timing } from "../../src/index.ts";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that only advances when a test advances it, and that notifies listeners at once. */
export class FakeClock implements Timing {
  time = 1_000_000;
  chance = 0;
  private readonly timers = new Set<Timer>();
  private readonly waiting: { readonly ms: number; readonly resolve: () => void }[] = [];
  /** The offset by which the wall clock was changed. */
  jump = 0;
  readonly now = () => this.time + this.jump;
  readonly elapsed = () => this.time;
  readonly random = () => this.chance;
  readonly schedule = (run: () => void) => run();
  readonly setTimer = (run: () => void, ms: number) => {
    const timer = { at: this.time + ms, run };
    this.timers.add(timer);
    for (const waiter of this.waiting.filter((each) => each.ms === ms)) waiter.resolve();
    return () => void this.timers.delete(timer);
  };

  /** The delays of pending timers, shortest first. */
  get delays(): number[] {
    return [...this.timers].map(({ at }) => at - this.time).sort((a, b) => a - b);
  }

  /** Resolves when a timer with this delay is pending. */
  async timerOf(ms: number): Promise<void> {
    if (this.delays.includes(ms)) return;
    await new Promise<void>((resolve) => this.waiting.push({ ms, resolve }));
  }

  advance(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const next = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers.delete(next);
      this.time = next.at;
      next.run();
    }
    this.time = until;
  }
}
