import { type Conversation, emptyConversation, foldAll, type PolylogEvent } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Loaded } from "./session-log.ts";

/** `known` is already in the conversation, `gap` would skip some, `rewound` belongs to another epoch of the log. */
export type Verdict = "taken" | "known" | "gap" | "rewound";

/** A conversation that grows at its end: each event once, in order, and none skipped. */
export class Tail {
  private folded: Conversation = emptyConversation;
  /** Added, not folded yet. */
  private pending: PolylogEvent[] = [];
  private epoch: number | null = null;
  private last = 0;

  /** The log's epoch; null before the first load. */
  get rev(): number | null {
    return this.epoch;
  }

  /** The seq up to which the log is complete. */
  get seq(): number {
    return this.last;
  }

  begin({ conversation, rev }: Loaded): void {
    this.folded = conversation;
    this.pending = [];
    this.epoch = rev;
    this.last = conversation.seq;
  }

  /** `complete`: the log has no events between the last one and this one, because they were compacted. */
  add(event: PolylogEvent, complete: boolean): Verdict {
    const rev = this.epoch ?? event.rev;
    if (event.rev > rev) return "rewound";
    // It was in transit when the log was rewound. The older part of a log that is read keeps its older epoch.
    if (event.rev < rev && !complete) return "known";
    if (event.seq <= this.last) return "known";
    if (!complete && event.seq !== this.last + 1) return "gap";
    this.pending.push(event);
    this.last = event.seq;
    if (this.pending.length >= limits.pendingEvents) this.fold();
    return "taken";
  }

  /** The log has no further events up to there. */
  skipTo(seq: number): void {
    this.last = Math.max(this.last, seq);
  }

  /** The conversation with all added events. Events of the same tick are folded together. */
  fold(): Conversation {
    if (this.pending.length > 0) {
      this.folded = foldAll(this.folded, this.pending);
      this.pending = [];
    }
    return this.folded;
  }
}
