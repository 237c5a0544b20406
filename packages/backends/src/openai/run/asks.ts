import type { AskAnswer } from "@polylog/core";
import { orAborted } from "./or-aborted.ts";

type Kind = AskAnswer["kind"];
type AnswerTo<K extends Kind> = Extract<AskAnswer, { readonly kind: K }>;

interface Waiting {
  readonly kind: Kind;
  resolve(answer: AskAnswer): void;
}

/** Asks that wait for their answer. An answer belongs to one ask of its kind; any other is passed over. */
export class Asks {
  private readonly waiting = new Map<string, Waiting>();

  /** Waits for the answer; `tell` is what makes the ask known. */
  async ask<K extends Kind>(
    kind: K,
    askId: string,
    signal: AbortSignal,
    tell: () => Promise<void>,
  ): Promise<AnswerTo<K>> {
    const { promise, resolve } = Promise.withResolvers<AskAnswer>();
    this.waiting.set(askId, { kind, resolve });
    try {
      await tell();
      return (await orAborted(promise, signal)) as AnswerTo<K>;
    } finally {
      this.waiting.delete(askId);
    }
  }

  answer(answer: AskAnswer): void {
    const ask = this.waiting.get(answer.askId);
    if (ask?.kind === answer.kind) ask.resolve(answer);
  }
}
