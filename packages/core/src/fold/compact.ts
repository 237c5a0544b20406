import type { BlockKind, EventDefinition } from "../events/define.ts";
import type { Envelope } from "../events/envelope.ts";
import type { PolylogEvent } from "../events/manifest.ts";
import { definitions } from "../events/manifest.ts";
import { findRunOf } from "./children.ts";
import type { Conversation, Run } from "./conversation.ts";
import { emptyConversation } from "./conversation.ts";
import { fold } from "./fold.ts";
import { workOf } from "./runs.ts";

type BlockEvent = Envelope & { readonly block?: number | undefined };
type Definition = EventDefinition<string, PolylogEvent>;

/**
 * Which events a log no longer needs. A block's deltas are needless once its whole value is written, a passing
 * status once its run has ended, a snapshot once the next is there. Folding what is left gives the very same
 * conversation; the last event always stays, because the log's head is its cursor.
 *
 * Where a delta opened an entry, the entry's place among the others hangs on it: the first delta goes only if
 * nothing else came between it and the whole value. A text that went on after another entry keeps all its
 * deltas: they are the only record of where it was broken.
 */
export class LogCompactor {
  /** Seqs of passing parts, by the name of what will replace them. */
  private readonly parts = new Map<string, number[]>();
  /** The name that all events since `stretchStart` belong to. */
  private stretch: string | null = null;
  private stretchStart = 0;

  /** Reads the next event of the log; gives the seqs of earlier ones that may now be dropped. */
  next(before: Conversation, event: PolylogEvent): number[] {
    const definition = definitions.get(event.type) as Definition | undefined;
    if (definition === undefined) return this.follow(null, event.seq, []);
    const run = findRunOf(before, event);
    const name = definition.lasts?.(event) ?? null;
    if (definition.scope === "run" && (run === undefined || run.outcome !== null)) {
      // The first word of a run that nobody announced began it; one after its end is an entry. Both stay.
      return this.follow(null, event.seq, []);
    }
    const dropped: number[] = [];
    for (const part of definition.replaces?.(event) ?? [])
      dropped.push(...this.drop(part, definition.endsBlock, before, event, run));
    if (name !== null) {
      const seqs = this.parts.get(name);
      if (seqs === undefined) this.parts.set(name, [event.seq]);
      else seqs.push(event.seq);
    }
    return this.follow(name, event.seq, dropped);
  }

  private drop(
    name: string,
    ends: BlockKind | null,
    before: Conversation,
    event: BlockEvent,
    run?: Run,
  ): number[] {
    const seqs = this.parts.get(name) ?? [];
    this.parts.delete(name);
    if (ends === null || run === undefined) return seqs;
    if (!streamsUnbroken(before, run, ends, event)) return [];
    const unbroken = this.stretch === name && this.stretchStart === seqs[0];
    return unbroken ? seqs : seqs.slice(1);
  }

  private follow(name: string | null, seq: number, dropped: number[]): number[] {
    if (name === null || this.stretch !== name) {
      this.stretch = name;
      this.stretchStart = seq;
    }
    return dropped;
  }
}

/** Whether the block that an event ends is the one that streams now, in its first entry. */
function streamsUnbroken(before: Conversation, run: Run, kind: BlockKind, event: BlockEvent): boolean {
  const { current } = workOf(before, run);
  return (
    current !== null &&
    current.segment === 1 &&
    current.kind === kind &&
    current.responseId === event.responseId &&
    current.block === (event.block ?? 0)
  );
}

/** The events that a log still needs. */
export function compact(events: readonly PolylogEvent[]): PolylogEvent[] {
  const compactor = new LogCompactor();
  const dropped = new Set<number>();
  let conversation = emptyConversation;
  for (const event of events) {
    for (const seq of compactor.next(conversation, event)) dropped.add(seq);
    conversation = fold(conversation, event);
  }
  return events.filter((event) => !dropped.has(event.seq));
}
