import { findRunOf } from "../conversation/children.ts";
import type { Conversation, Run } from "../conversation/conversation.ts";
import { emptyConversation } from "../conversation/draft.ts";
import { laneAt } from "../conversation/lanes.ts";
import { openWorkOf } from "../conversation/runs.ts";
import { definitionOf, type PolylogEvent } from "../events/all-events.ts";
import type { BlockKind, EventDefinition } from "../events/define.ts";
import type { Envelope } from "../events/envelope.ts";
import { fold } from "./fold.ts";

interface BlockEvent extends Envelope {
  readonly block?: number | undefined;
  readonly callId?: string | undefined;
}
type Definition = EventDefinition<string, PolylogEvent>;

/** Events with the same superseded key, and the one among them that opened an entry. */
interface SupersededEvents {
  readonly seqs: number[];
  opener: number | null;
}

/**
 * Decides which events a log no longer needs. A block's deltas can be dropped once its complete text is written, a temporary
 * status once its run has ended, and a snapshot once the next one exists. Folding the remaining events gives exactly the same
 * conversation. The last event always stays, because the log's head is its cursor.
 *
 * If a delta opened an entry, it also determines the entry's position. It is dropped only if no entry can be between it and the
 * complete text. A text that continued after another entry keeps all its deltas: only they record where it was split.
 */
export class LogCompactor {
  private readonly superseded = new Map<string, SupersededEvents>();
  /** The last event that may have added an entry. */
  private lastEntry = 0;

  /** Reads the next event of the log; returns the seqs of earlier events that can now be dropped. */
  next(before: Conversation, event: PolylogEvent): number[] {
    const definition = definitionOf(event.type) as Definition | undefined;
    const run = findRunOf(before, event);
    // The first event of a run without `run_started` started it; an event after its end is an entry. Both stay.
    const isOdd = definition?.scope === "run" && (run === undefined || run.outcome !== null);
    if (definition === undefined || isOdd || !hasEffect(before, event)) {
      this.lastEntry = event.seq;
      return [];
    }
    const runId = run?.runId ?? "";
    const keys = definition.supersedes?.(event, runId) ?? [];
    const dropped = keys.flatMap((key) => this.drop(key, definition.endsBlock, before, event, run));
    const key = definition.supersededKey?.(event, runId) ?? null;
    if (key === null) this.lastEntry = event.seq;
    else this.remember(key, before, event, run);
    return dropped;
  }

  private remember(key: string, before: Conversation, event: PolylogEvent, run: Run | undefined): void {
    const events = this.superseded.get(key) ?? { seqs: [], opener: null };
    this.superseded.set(key, events);
    events.seqs.push(event.seq);
    if (run === undefined || !opensEntry(before, run, event)) return;
    events.opener = event.seq;
    this.lastEntry = event.seq;
  }

  private drop(
    key: string,
    ends: BlockKind | null,
    before: Conversation,
    event: BlockEvent,
    run: Run | undefined,
  ): number[] {
    const events = this.superseded.get(key);
    if (events === undefined || (run !== undefined && isSettledCall(before, run, event))) return [];
    this.superseded.delete(key);
    if (ends !== null && run !== undefined && !streamsUnbroken(before, run, ends, event)) return [];
    const { seqs, opener } = events;
    return opener === null || opener === this.lastEntry ? seqs : seqs.filter((seq) => seq !== opener);
  }
}

/** Whether the fold would process the event at all. */
function hasEffect(before: Conversation, event: Envelope): boolean {
  const { sessionId, seq, rev } = before;
  return event.seq > seq && event.rev >= rev && (sessionId === null || sessionId === event.sessionId);
}

/** Whether a delta of a text or thought, or the announcement of a call, starts an entry. */
function opensEntry(before: Conversation, run: Run, event: PolylogEvent): boolean {
  if (event.type === "tool_call_start") return !openWorkOf(before, run).calls.has(event.callId);
  if (event.type !== "text_delta" && event.type !== "thinking_delta") return false;
  return event.delta !== "" && !isCurrent(before, run, kindOf(event.type), event);
}

function kindOf(type: "text_delta" | "thinking_delta"): BlockKind {
  return type === "text_delta" ? "message" : "thought";
}

/** Whether a call has its result: later events of the call are ignored, and supersede nothing. */
function isSettledCall(before: Conversation, run: Run, { callId }: BlockEvent): boolean {
  const pos = callId === undefined ? undefined : openWorkOf(before, run).calls.get(callId);
  return pos !== undefined && laneAt(before, run.lane).entries.get(pos)?.live === false;
}

/** Whether the block that an event ends is the current one, and still in its first entry. */
function streamsUnbroken(before: Conversation, run: Run, kind: BlockKind, event: BlockEvent): boolean {
  return isCurrent(before, run, kind, event) && openWorkOf(before, run).current?.segment === 1;
}

function isCurrent(before: Conversation, run: Run, kind: BlockKind, event: BlockEvent): boolean {
  const { current } = openWorkOf(before, run);
  return (
    current !== null &&
    current.kind === kind &&
    current.responseId === event.responseId &&
    current.block === (event.block ?? 0)
  );
}

/** The events that a log still needs. */
export function compactLog(events: readonly PolylogEvent[]): PolylogEvent[] {
  const compactor = new LogCompactor();
  const dropped = new Set<number>();
  let conversation = emptyConversation;
  for (const event of events) {
    for (const seq of compactor.next(conversation, event)) dropped.add(seq);
    conversation = fold(conversation, event);
  }
  return events.filter((event) => !dropped.has(event.seq));
}
