import type { Client, SessionHandle, SessionRow, SessionView } from "@polylog/client";
import { type Conversation, emptyConversation } from "@polylog/core";
import { Transcript } from "../../render/transcript.ts";

/** The session on the screen, or the one that the first message will start. */
export class SessionControl {
  readonly client: Client;
  private readonly changed: () => void;
  private handle: SessionHandle | null = null;
  private unsubscribe: (() => void) | null = null;
  private shownRow: SessionRow | null = null;
  private written = new Transcript();

  constructor(client: Client, changed: () => void) {
    this.client = client;
    this.changed = changed;
  }

  get sessionId(): string | null {
    return this.handle?.sessionId ?? null;
  }

  get view(): SessionView | null {
    return this.handle?.view ?? null;
  }

  get row(): SessionRow | null {
    return this.shownRow;
  }

  get conversation(): Conversation {
    return this.handle?.conversation ?? emptyConversation;
  }

  get transcript(): Transcript {
    return this.written;
  }

  open(sessionId: string): void {
    if (sessionId === this.sessionId) return;
    this.close();
    const handle = this.client.session(sessionId);
    this.handle = handle;
    this.unsubscribe = handle.subscribe(this.changed);
    void this.refreshRow();
    this.changed();
  }

  /** The session's row from the list. The conversation comes from the log. */
  async refreshRow(): Promise<void> {
    const { sessionId } = this;
    if (sessionId === null) return;
    try {
      const row = await this.client.sessions.get({ sessionId });
      if (sessionId !== this.sessionId) return;
      this.shownRow = row;
      this.changed();
    } catch {
      // The session's own state shows the reason.
    }
  }

  close(): void {
    this.unsubscribe?.();
    this.handle?.close();
    this.unsubscribe = null;
    this.handle = null;
    this.shownRow = null;
    this.written = new Transcript();
  }
}
