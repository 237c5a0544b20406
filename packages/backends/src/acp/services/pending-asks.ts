import type { AskAnswer } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import type { PendingAsk } from "./asks.ts";

interface WaitingAsk {
  readonly ask: PendingAsk;
  /** The response if nobody answers. */
  readonly dismissed: Native;
  readonly answer: (result: Native) => void;
}

/** The agent's requests that still wait for an answer. */
export class PendingAsks {
  private readonly waiting = new Map<string, WaitingAsk>();

  /** Resolves with the response to the agent. */
  wait(ask: PendingAsk, dismissed: Native, signal: AbortSignal): Promise<Native> {
    return new Promise((answer) => {
      this.waiting.set(ask.askId, { ask, dismissed, answer });
      // The agent withdrew its request, so a later answer is dropped.
      signal.addEventListener("abort", () => answer(dismissed), { once: true });
    });
  }

  /** Takes the ask that an answer belongs to; it no longer waits. */
  take({ askId, kind }: AskAnswer): WaitingAsk {
    const waiting = this.waiting.get(askId);
    if (waiting === undefined || waiting.ask.kind !== kind)
      throw new Error("This ask is not open. It may have been answered already.");
    this.waiting.delete(askId);
    return waiting;
  }

  dismissAll(): void {
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const { answer, dismissed } of open) answer(dismissed);
  }
}
