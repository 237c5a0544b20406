import { limits } from "../../limits.ts";

export interface IdleWatchOptions {
  /** How long it may be idle; null for no limit. Read on each check, because the setting can change. */
  readonly idleMs: () => number | null;
  /** Whether nothing is running and no person is being waited for. */
  readonly isProgramIdle: () => boolean;
  readonly stop: () => void;
}

/** Stops a program that has been idle for too long. */
export class IdleWatch {
  private readonly options: IdleWatchOptions;
  private timer: NodeJS.Timeout | null = null;
  private usedAt = 0;

  constructor(options: IdleWatchOptions) {
    this.options = options;
  }

  /** When it was last used. */
  get lastUsed(): number {
    return this.usedAt;
  }

  /** Restarts the idle time. */
  used(): void {
    this.usedAt = performance.now();
    if (this.timer === null) this.look();
  }

  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private look(): void {
    const { idleMs, isProgramIdle, stop } = this.options;
    const bound = idleMs();
    const left = bound === null ? limits.idleLookMs : bound - (performance.now() - this.usedAt);
    if (left <= 0 && isProgramIdle()) {
      this.end();
      stop();
      return;
    }
    const wait =
      left <= 0 ? Math.min(bound ?? limits.idleLookMs, limits.idleLookMs) : Math.min(left, limits.idleLookMs);
    this.timer = setTimeout(() => this.look(), wait).unref();
  }
}
