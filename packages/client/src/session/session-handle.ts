import {
  type AskEntry,
  type ChatMessage,
  type Conversation,
  type PolylogEvent,
  pendingAsks,
} from "@polylog/core";
import type { CallOptions } from "../api/routes.ts";
import type { ClientError } from "../client-error.ts";
import { Listeners } from "../listeners.ts";
import { EventReader, type EventsOptions } from "./event-reader.ts";
import type { RunHandle } from "./run-handle.ts";
import { type SessionState, SessionSync, type SyncOptions } from "./session-sync.ts";
import { firstOf, viewsOf } from "./views.ts";

/** The state that a screen draws. The same object until it changes. */
export interface SessionView {
  readonly state: SessionState;
  readonly conversation: Conversation;
  /** Why it is offline or denied. */
  readonly error: ClientError | null;
}

/** A message to a session; its project and id are known. */
export type SessionMessage = Omit<ChatMessage, "projectRoot" | "sessionId">;

export interface HandleOptions extends Omit<SyncOptions, "changed"> {
  readonly send: (message: SessionMessage, options: CallOptions) => Promise<RunHandle>;
  /** Called when a user of the handle closes it. */
  readonly release: () => void;
}

/** A followed session. */
export class SessionHandle {
  readonly sessionId: string;
  private readonly sync: SessionSync;
  private readonly listeners: Listeners;
  private readonly options: HandleOptions;
  private shown: SessionView;

  constructor(options: HandleOptions) {
    this.sessionId = options.sessionId;
    this.options = options;
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

  /** Called once for all changes of a tick. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Resolves when the conversation is loaded and live; rejects if the session is denied or closed before. */
  get ready(): Promise<void> {
    return firstOf(this, ({ state }) => (state === "live" ? true : undefined)).then(() => undefined);
  }

  /** Sends a message. A busy agent is steered, or the message is queued, as `delivery` states. */
  send(message: string | SessionMessage, options: CallOptions = {}): Promise<RunHandle> {
    return this.options.send(typeof message === "string" ? { text: message } : message, options);
  }

  /**
   * Every event, once and in order: those of the log after `after`, then live ones, across lost connections. Ends when the
   * session is closed or the signal is aborted. Throws `cursor_expired` when the session is rewound.
   */
  async *events({ after = 0, signal }: EventsOptions = {}): AsyncGenerator<PolylogEvent, void, undefined> {
    const { log, timing } = this.options;
    const over = signal === undefined ? this.closed : AbortSignal.any([this.closed, signal]);
    const reader = new EventReader({ log, timing, after, over, followed: this.sync });
    const stops = [this.sync.addReader(reader), this.subscribe(() => reader.wake())];
    const onOver = () => reader.wake();
    over.addEventListener("abort", onOver);
    try {
      yield* reader.read();
    } finally {
      for (const stop of stops) stop();
      over.removeEventListener("abort", onOver);
    }
  }

  /** The open asks, each once, including those of subagents. Answer with `client.asks.answer(ask, …)`. */
  async *asks({ signal }: CallOptions = {}): AsyncGenerator<AskEntry, void, undefined> {
    let seen = new Set<string>();
    for await (const { conversation } of viewsOf(this, signal)) {
      const asks = pendingAsks(conversation);
      for (const { askId, entry } of asks)
        if (!seen.has(askId) && this.conversation.pendingAsks.has(askId)) yield entry;
      seen = new Set(asks.map(({ askId }) => askId));
    }
  }

  /** Aborted when every user has closed the handle. */
  get closed(): AbortSignal {
    return this.sync.closed;
  }

  /** Closes the handle. The session is released once every user has closed it. */
  close(): void {
    this.options.release();
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
