import { inName } from "../data/join-ids.ts";
import { Text } from "../data/text.ts";
import type { BlockKind, Outcome } from "../events/define.ts";
import type { AssistantMessage } from "../events/text.ts";
import type { ThoughtEntry } from "../events/thinking.ts";
import type { BlockEnd, Current, Draft, Run } from "./conversation.ts";
import { streamEntry, streamingEntry } from "./conversation.ts";
import { addEntry, laneAt, putEntry } from "./lanes.ts";
import { putWork, workOf } from "./runs.ts";

/**
 * Text that streams: messages and thoughts. A block is one text or thought of a response; its deltas say at
 * which offset they start, so a repeat is known exactly and never guessed from the text. A block that another
 * entry of the run interrupts goes on in a new entry, its next segment.
 */

type Kind = BlockKind;
type Streamed = AssistantMessage | ThoughtEntry;

/** The stream part of an entry. */
export interface Stream {
  readonly responseId: string;
  readonly block: number;
  readonly body: Text;
  readonly endedTs: number | null;
}

interface Chunk {
  readonly seq: number;
  readonly ts: number;
  readonly responseId: string;
  readonly block?: number | undefined;
  /** When the block began, where its end says so. */
  readonly startedTs?: number | undefined;
}

export function streamDelta(
  draft: Draft,
  run: Run,
  kind: Kind,
  chunk: Chunk,
  offset: number,
  delta: string,
): void {
  const work = workOf(draft, run);
  if (work.current !== null && isBlock(work.current, kind, chunk)) {
    const { pos } = work.current;
    const entry = streamingEntry(draft, run.lane, pos) as Streamed;
    const body = entry.body.grow(offset, delta);
    if (body === entry.body) return;
    streamEntry(draft, run.lane, pos, restate(entry, chunk.seq, entry.ts, body, true, null, null));
    return;
  }
  const name = blockName(kind, chunk);
  if (delta === "" || offset + delta.length <= (work.blocks.get(name)?.end ?? 0)) return;
  open(draft, run, kind, chunk, name, false);
  streamDelta(draft, run, kind, chunk, offset, delta);
}

/** Opens an empty block, so that a screen can say that it began. */
export function streamStart(draft: Draft, run: Run, kind: Kind, chunk: Chunk): void {
  const work = workOf(draft, run);
  if (work.current !== null && isBlock(work.current, kind, chunk)) return;
  const name = blockName(kind, chunk);
  if (!work.blocks.has(name)) open(draft, run, kind, chunk, name, true);
}

/** Ends a block. `whole` is all of its text; an empty one only says that it ended. */
export function streamDone(
  draft: Draft,
  run: Run,
  kind: Kind,
  chunk: Chunk,
  whole: string,
  redacted = false,
): void {
  const name = blockName(kind, chunk);
  let work = workOf(draft, run);
  if (work.current === null || !isBlock(work.current, kind, chunk)) {
    const before = work.blocks.get(name);
    if (whole.length <= (before?.end ?? 0)) return;
    open(draft, run, kind, chunk, name, false);
    work = workOf(draft, run);
  }
  const { pos, segment, announced } = work.current as Current;
  const entry = laneAt(draft, run.lane).entries.get(pos) as Streamed;
  const body = whole.length > entry.body.base ? Text.of(whole, entry.body.base) : entry.body;
  const ts = chunk.startedTs ?? (announced ? entry.ts : chunk.ts);
  const ended = restate(entry, chunk.seq, ts, body, false, null, chunk.ts);
  putEntry(draft, run.lane, pos, redacted && ended.kind === "thought" ? { ...ended, redacted } : ended);
  const end: BlockEnd = { end: body.end, segments: segment };
  putWork(draft, run, { ...work, current: null, blocks: work.blocks.set(name, end) });
}

/** Ends the text that streams in a run, because something else of the run comes after it. */
export function endCurrent(draft: Draft, run: Run, seq: number, endedBy: Outcome | null = null): void {
  const work = workOf(draft, run);
  const { current } = work;
  if (current === null) return;
  const entry = laneAt(draft, run.lane).entries.get(current.pos) as Streamed;
  const last = endedBy === null ? entry.seq : seq;
  putEntry(draft, run.lane, current.pos, restate(entry, last, entry.ts, entry.body, false, endedBy, null));
  const end: BlockEnd = { end: entry.body.end, segments: current.segment };
  const name = blockName(current.kind, current);
  putWork(draft, run, { ...work, current: null, blocks: work.blocks.set(name, end) });
}

function open(draft: Draft, run: Run, kind: Kind, chunk: Chunk, name: string, announced: boolean): void {
  endCurrent(draft, run, chunk.seq);
  const work = workOf(draft, run);
  const before = work.blocks.get(name);
  const segment = (before?.segments ?? 0) + 1;
  const { responseId, block = 0 } = chunk;
  const key = `${inName(run.runId)}/${name}${segment > 1 ? `~${segment}` : ""}`;
  const { seq, ts } = chunk;
  const { agentId, runId } = run;
  const body = Text.startingAt(before?.end ?? 0);
  const entry = restate(
    { kind, key, agentId, runId, responseId, block, redacted: false },
    seq,
    ts,
    body,
    true,
    null,
    null,
  );
  const { pos } = addEntry(draft, run.lane, entry);
  const current: Current = { kind, responseId, block, pos, segment, announced };
  putWork(draft, run, { ...work, current, opened: work.opened.push(pos) });
}

function isBlock(current: Current, kind: Kind, chunk: Chunk): boolean {
  return (
    current.block === (chunk.block ?? 0) && current.kind === kind && current.responseId === chunk.responseId
  );
}

function blockName(kind: Kind, { responseId, block = 0 }: Pick<Chunk, "responseId" | "block">): string {
  return `${kind}/${inName(responseId)}/${block}`;
}

/** What stays the same as long as an entry streams. */
type Identity = Pick<Streamed, "kind" | "key" | "agentId" | "runId" | "responseId" | "block"> & {
  readonly redacted?: boolean;
};

/**
 * The entry with what a stream changes. Written out, because it is made for every delta: a spread over entries of
 * several shapes costs several times as much.
 */
function restate(
  entry: Identity,
  seq: number,
  ts: number,
  body: Text,
  live: boolean,
  endedBy: Outcome | null,
  endedTs: number | null,
): Streamed {
  const { key, agentId, runId, responseId, block } = entry;
  if (entry.kind === "message") {
    const role = "assistant";
    return {
      kind: "message",
      role,
      key,
      seq,
      ts,
      agentId,
      runId,
      live,
      endedBy,
      responseId,
      block,
      body,
      endedTs,
    };
  }
  const { redacted = false } = entry;
  return {
    kind: "thought",
    redacted,
    key,
    seq,
    ts,
    agentId,
    runId,
    live,
    endedBy,
    responseId,
    block,
    body,
    endedTs,
  };
}
