import type { Conversation, PolylogEvent } from "@polylog/core";
import { emptyConversation, foldAll } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Loaded } from "./session-log.ts";

/** `known` is held already, `gap` would leave some out, `rewound` belongs to a later writing of the log. */
export type Verdict = "taken" | "known" | "gap" | "rewound";

/** A conversation that grows at its end: each event once, in order, and none left out. */
export class Tail {
  private folded: Conversation = emptyConversation;
  /** Taken, not folded yet. */
  private pending: PolylogEvent[] = [];
  private epoch: number | null = null;
  private last = 0;

  /** Of the log; null before anything was loaded. */
  get rev(): number | null {
    return this.epoch;
  }

  /** Up to where the log is held. */
  get seq(): number {
    return this.last;
  }

  /** What a stream of this session goes on from; null at its beginning. */
  get cursor(): string | null {
    return this.last === 0 ? null : `${this.epoch}:${this.last}`;
  }

  begin({ conversation, rev }: Loaded): void {
    this.folded = conversation;
    this.pending = [];
    this.epoch = rev;
    this.last = conversation.seq;
  }

  /** `complete`: the log holds nothing between the last event and this one, for it was compacted away. */
  add(event: PolylogEvent, complete: boolean): Verdict {
    const rev = this.epoch ?? event.rev;
    if (event.rev > rev) return "rewound";
    // It was on its way when the log was rewound. In what is read from the log, the older part has its older epoch.
    if (event.rev < rev && !complete) return "known";
    if (event.seq <= this.last) return "known";
    if (!complete && event.seq !== this.last + 1) return "gap";
    this.pending.push(event);
    this.last = event.seq;
    if (this.pending.length >= limits.pendingEvents) this.fold();
    return "taken";
  }

  /** Nothing is left in the log up to there. */
  skipTo(seq: number): void {
    this.last = Math.max(this.last, seq);
  }

  /** The conversation with all that was taken. What came in one tick is folded in one go. */
  fold(): Conversation {
    if (this.pending.length > 0) {
      this.folded = foldAll(this.folded, this.pending);
      this.pending = [];
    }
    return this.folded;
  }
}
