import type { EventBody } from "@polylog/core";

/** Collects events, and lets a test wait for the next one that matches. */
export class EventInbox {
  readonly all: EventBody[] = [];
  private readonly isOver: () => boolean;
  private next = 0;
  private wake: (() => void)[] = [];

  /** `isOver` returns whether no more events can arrive for now. */
  constructor(isOver: () => boolean) {
    this.isOver = isOver;
  }

  push(event: EventBody): void {
    this.all.push(event);
    this.signal();
  }

  signal(): void {
    const waiting = this.wake;
    this.wake = [];
    for (const resume of waiting) resume();
  }

  async until(fits: (event: EventBody) => boolean): Promise<EventBody> {
    // A waiter does not consume events that another waiter needs.
    for (let at = this.next; ; ) {
      for (; at < this.all.length; at++) {
        const event = this.all[at] as EventBody;
        if (!fits(event)) continue;
        this.next = Math.max(this.next, at + 1);
        return event;
      }
      if (this.isOver()) {
        const heard = this.all.slice(-20).map((event) => JSON.stringify(event).slice(0, 300));
        throw new Error(`The agent ended before the expected event. Last events:\n${heard.join("\n")}`);
      }
      await new Promise<void>((resolve) => this.wake.push(resolve));
    }
  }
}
