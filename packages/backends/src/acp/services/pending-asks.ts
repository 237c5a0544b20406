import type { AskAnswer } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import type { PendingAsk } from "./asks.ts";

interface WaitingAsk {
  readonly ask: PendingAsk;
  /** What the agent gets where nobody answers. */
  readonly dismissed: Native;
  readonly answer: (result: Native) => void;
}

/** What the agent waits to be told. */
export class PendingAsks {
  private readonly waiting = new Map<string, WaitingAsk>();

  /** Resolves with what the agent is to be answered. */
  wait(ask: PendingAsk, dismissed: Native, signal: AbortSignal): Promise<Native> {
    return new Promise((answer) => {
      this.waiting.set(ask.askId, { ask, dismissed, answer });
      // The agent no longer wants to know; what the person says then is of no use to it.
      signal.addEventListener("abort", () => answer(dismissed), { once: true });
    });
  }

  /** The ask that an answer is for; nothing waits for it any more. */
  take({ askId, kind }: AskAnswer): WaitingAsk {
    const waiting = this.waiting.get(askId);
    if (waiting === undefined || waiting.ask.kind !== kind) throw new Error("Nothing with that id is asked.");
    this.waiting.delete(askId);
    return waiting;
  }

  dismissAll(): void {
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const { answer, dismissed } of open) answer(dismissed);
  }
}
