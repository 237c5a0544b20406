import {
  askPlace,
  askQuestion,
  type Conversation,
  describeAsk,
  pendingAsks,
  type SessionStatus,
  sessionStatus,
} from "@polylog/core";

export interface NotifierOptions {
  readonly notify: (text: string) => void;
  /** A run has ended. */
  readonly ended: () => void;
}

/** Notifies a person who looks elsewhere that input is needed or the work is done. */
export class Notifier {
  private readonly options: NotifierOptions;
  private state: SessionStatus = "idle";

  constructor(options: NotifierOptions) {
    this.options = options;
  }

  update(conversation: Conversation, isFocused: boolean): void {
    const before = this.state;
    const state = sessionStatus(conversation);
    this.state = state;
    if (state === before) return;
    const name = conversation.title ?? "Polylog";
    const isNeeded = state === "waiting_for_you";
    const hasEnded = before === "working" && state !== "queued" && !isNeeded;
    if (!isFocused && isNeeded) this.options.notify(askedFor(conversation));
    if (!isFocused && hasEnded) this.options.notify(`${name}: ${state === "idle" ? "done" : state}`);
    if (hasEnded) this.options.ended();
  }
}

/** "Run npm test? · Fix the login · claude". */
function askedFor(conversation: Conversation): string {
  const [first] = pendingAsks(conversation);
  if (first === undefined) return `${conversation.title ?? "Polylog"} needs your input`;
  const ask = describeAsk(first.entry, { conversation });
  return `${askQuestion(ask)} · ${askPlace(ask)}`;
}
