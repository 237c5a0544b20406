import type { Prompt } from "@polylog/core";

/** Messages to a running run. Those taken are sent to the model; after the end none are accepted. */
export class SteeringQueue {
  private readonly waiting: Prompt[] = [];
  private isOver = false;

  /** Whether the run accepts the message. */
  add(prompt: Prompt): boolean {
    if (this.isOver) return false;
    this.waiting.push(prompt);
    return true;
  }

  /** Takes the new messages. With `last`, the run ends unless there are some. */
  take(last: boolean): Prompt[] {
    const taken = this.waiting.splice(0);
    if (last && taken.length === 0) this.isOver = true;
    return taken;
  }

  /** Returns the messages that were not taken. */
  close(): Prompt[] {
    this.isOver = true;
    return this.waiting.splice(0);
  }
}
