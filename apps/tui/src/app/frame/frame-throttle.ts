import { limits } from "../../limits.ts";

/** Draws immediately after a pause, and otherwise at a limited rate. */
export class FrameThrottle {
  private readonly draw: () => void;
  private timer: NodeJS.Timeout | null = null;
  private last = 0;
  private isStopped = false;

  constructor(draw: () => void) {
    this.draw = draw;
  }

  request(): void {
    if (this.timer !== null || this.isStopped) return;
    const wait = Math.max(0, this.last + limits.frameMs - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.last = performance.now();
      this.draw();
    }, wait);
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
