import type { Prompt } from "@polylog/core";

/** Messages to a run that is at work. One that was taken is given to the model; after the end none is taken. */
export class SteeringQueue {
  private readonly waiting: Prompt[] = [];
  private isOver = false;

  /** Whether the run takes it. */
  add(prompt: Prompt): boolean {
    if (this.isOver) return false;
    this.waiting.push(prompt);
    return true;
  }

  /** What came since. With `last`, the run is over unless something came. */
  take(last: boolean): Prompt[] {
    const taken = this.waiting.splice(0);
    if (last && taken.length === 0) this.isOver = true;
    return taken;
  }

  /** What was not taken. */
  close(): Prompt[] {
    this.isOver = true;
    return this.waiting.splice(0);
  }
}
