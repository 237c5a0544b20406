import type { AskAnswer } from "@polylog/core";
import { orAborted } from "./or-aborted.ts";

type Kind = AskAnswer["kind"];
type AnswerTo<K extends Kind> = Extract<AskAnswer, { readonly kind: K }>;

interface Waiting {
  readonly kind: Kind;
  readonly answered: Promise<AskAnswer>;
  resolve(answer: AskAnswer): void;
}

/** Asks that wait for an answer. An answer must match the id and kind of an ask; others are ignored. */
export class PendingAsks {
  private readonly waiting = new Map<string, Waiting>();

  /** Waits for an ask that is already published: its answer may arrive before the call that needs it. */
  expect(kind: Kind, askId: string): Promise<AskAnswer> {
    const { promise: answered, resolve } = Promise.withResolvers<AskAnswer>();
    this.waiting.set(askId, { kind, answered, resolve });
    return answered;
  }

  /** Waits for the answer. `publish` reports the ask if that has not happened yet. */
  async ask<K extends Kind>(
    kind: K,
    askId: string,
    signal: AbortSignal,
    announce: () => Promise<void>,
  ): Promise<AnswerTo<K>> {
    const known = this.waiting.get(askId);
    const answered = known?.answered ?? this.expect(kind, askId);
    try {
      if (known === undefined) await announce();
      return (await orAborted(answered, signal)) as AnswerTo<K>;
    } finally {
      this.waiting.delete(askId);
    }
  }

  answer(answer: AskAnswer): void {
    const ask = this.waiting.get(answer.askId);
    if (ask?.kind === answer.kind) ask.resolve(answer);
  }
}
