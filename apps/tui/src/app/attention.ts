import { type Conversation, type SessionState, sessionState } from "@polylog/core";

export interface AttentionOptions {
  readonly notify: (text: string) => void;
  /** Something that worked has come to its end. */
  readonly ended: () => void;
}

/** Tells a person who looks elsewhere that they are needed, or that the work is done. */
export class Attention {
  private readonly options: AttentionOptions;
  private state: SessionState = "idle";

  constructor(options: AttentionOptions) {
    this.options = options;
  }

  look(conversation: Conversation, isFocused: boolean): void {
    const before = this.state;
    const state = sessionState(conversation);
    this.state = state;
    if (state === before) return;
    const name = conversation.title ?? "Polylog";
    const isNeeded = state === "waiting_for_you";
    const hasEnded = before === "working" && state !== "queued" && !isNeeded;
    if (!isFocused && isNeeded) this.options.notify(`${name} waits for you`);
    if (!isFocused && hasEnded) this.options.notify(`${name}: ${state === "idle" ? "done" : state}`);
    if (hasEnded) this.options.ended();
  }
}
