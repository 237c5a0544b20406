import { type Client, ClientError, type SessionHandle } from "@polylog/client";
import { serializeEvent } from "@polylog/core";

/** Prints each event of the log once. The handle reports new events, which are then read from the log. */
export class EventPrinter {
  private readonly client: Client;
  private readonly handle: SessionHandle;
  private readonly print: (line: string) => void;
  private after = 0;
  private rev = 0;
  private reading: Promise<void> | null = null;

  constructor(client: Client, handle: SessionHandle, print: (line: string) => void) {
    this.client = client;
    this.handle = handle;
    this.print = print;
  }

  /** The seq of the last printed event. */
  get last(): number {
    return this.after;
  }

  /** Resolves when all known events are printed or cannot be read at the moment. */
  async showNew(): Promise<void> {
    this.reading ??= this.readOn().finally(() => {
      this.reading = null;
    });
    await this.reading;
  }

  private async readOn(): Promise<void> {
    try {
      for (;;) {
        const { conversation, state, sessionId } = this.handle;
        // A rewound log is printed from its start.
        if (conversation.rev !== this.rev || conversation.seq < this.after) this.after = 0;
        this.rev = conversation.rev;
        if (state !== "live" || conversation.seq <= this.after) return;
        const { events } = await this.client.events.page({ sessionId, after: this.after });
        for (const event of events) this.print(serializeEvent(event));
        this.after = events.at(-1)?.seq ?? conversation.seq;
      }
    } catch (error) {
      // Unread events are read once the connection is back.
      if (!(error instanceof ClientError && error.retryable)) throw error;
    }
  }
}
