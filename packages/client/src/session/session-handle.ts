import type { Conversation } from "@polylog/core";
import type { ClientError } from "../client-error.ts";
import { Listeners } from "../listeners.ts";
import type { SessionState, SyncOptions } from "./session-sync.ts";
import { SessionSync } from "./session-sync.ts";

/** What a screen draws. The same object until something changes. */
export interface SessionView {
  readonly state: SessionState;
  readonly conversation: Conversation;
  /** Why it is offline or denied. */
  readonly error: ClientError | null;
}

/** A session that is being followed. */
export class SessionHandle {
  readonly sessionId: string;
  private readonly sync: SessionSync;
  private readonly listeners: Listeners;
  private readonly release: () => void;
  private shown: SessionView;

  /** `release` is called when a user of the handle is done with it. */
  constructor(options: Omit<SyncOptions, "changed">, release: () => void) {
    this.sessionId = options.sessionId;
    this.release = release;
    this.listeners = new Listeners(options.timing, () => this.refresh());
    this.sync = new SessionSync({ ...options, changed: () => this.listeners.announce() });
    this.shown = { state: this.sync.state, conversation: this.sync.fold(), error: null };
  }

  get view(): SessionView {
    return this.shown;
  }

  get state(): SessionState {
    return this.shown.state;
  }

  get conversation(): Conversation {
    return this.shown.conversation;
  }

  get error(): ClientError | null {
    return this.shown.error;
  }

  /** Called once for all that changed in a tick. Gives back how to stop it. */
  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Done with it. The session is let go when everyone who asked for it is. */
  close(): void {
    this.release();
  }

  /** @internal The client's side of a handle. */
  get control(): SessionSync {
    return this.sync;
  }

  private refresh(): boolean {
    const { state, error } = this.sync;
    const conversation = this.sync.fold();
    const { shown } = this;
    if (shown.state === state && shown.conversation === conversation && shown.error === error) return false;
    this.shown = { state, conversation, error };
    return true;
  }
}
