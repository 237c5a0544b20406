import { escapeId, keyInRun } from "../data/join-ids.ts";
import { Text } from "../data/text.ts";
import type { BlockKind, Outcome } from "../events/define.ts";
import type { AssistantMessage } from "../events/text.ts";
import type { ThoughtEntry } from "../events/thinking.ts";
import type { BlockEnd, Current, Draft, Run } from "./conversation.ts";
import { growEntryText } from "./draft.ts";
import { addEntry, entryAt, putEntry } from "./lanes.ts";
import { openWorkOf, putOpenWork } from "./runs.ts";

/**
 * Streaming text: messages and thoughts. A block is one text or thought of a response; its deltas state their offset, so a
 * repeat is detected exactly and never guessed from the text. A block that another entry of the run interrupts continues in a
 * new entry, its next segment.
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
  /** The start of the block, if its end states it. */
  readonly startedTs?: number | undefined;
}

/** The end of a block, with its full text; an empty text only marks the end. */
interface WholeChunk extends Chunk {
  readonly text: string;
  readonly endedBy?: Outcome | undefined;
  readonly redacted?: boolean | undefined;
}

interface DeltaChunk extends Chunk {
  readonly type: string;
  readonly offset: number;
  readonly delta: string;
}

export function streamDelta(draft: Draft, run: Run, kind: Kind, chunk: DeltaChunk): void {
  const { type, responseId, block = 0, offset, delta } = chunk;
  const { blocks, current: streaming } = openWorkOf(draft, run);
  let current = streaming;
  if (current === null || !isBlock(current, kind, chunk)) {
    const name = blockName(kind, chunk);
    const before = blocks.get(name) ?? noBlock;
    if (delta === "" || offset + delta.length <= before.end) return;
    current = open(draft, run, kind, chunk, name, before, false);
  }
  const { pos } = current;
  const entry = entryAt(draft, { lane: run.lane, pos }) as Streamed;
  const body = entry.body.grow(offset, delta);
  if (body === entry.body) return;
  growEntryText(draft, { pos, entry, field: "body", type, run, about: responseId, block }, body);
}

/** Opens an empty block, so that screens can show that it began. */
export function streamStart(draft: Draft, run: Run, kind: Kind, chunk: Chunk): void {
  const work = openWorkOf(draft, run);
  if (work.current !== null && isBlock(work.current, kind, chunk)) return;
  const name = blockName(kind, chunk);
  if (!work.blocks.has(name)) open(draft, run, kind, chunk, name, noBlock, true);
}

export function streamDone(draft: Draft, run: Run, kind: Kind, chunk: WholeChunk): void {
  const { text: whole, endedBy = null, redacted = false } = chunk;
  const { current } = openWorkOf(draft, run);
  if (current === null || !isBlock(current, kind, chunk)) return addWhole(draft, run, kind, chunk);
  const entry = entryAt(draft, { lane: run.lane, pos: current.pos }) as Streamed;
  const { base } = entry.body;
  const body = whole.length > base ? Text.of(whole, base) : entry.body;
  const ts = chunk.startedTs ?? (current.announced ? entry.ts : chunk.ts);
  // The end time of an interrupted text is unknown.
  const endedTs = endedBy === null ? chunk.ts : null;
  const ended = restate(entry, chunk.seq, ts, body, false, endedBy, endedTs, redacted);
  endBlock(draft, run, current, ended);
}

/** Ends a run's streaming text, because another entry of the run follows. */
export function endCurrent(draft: Draft, run: Run, seq: number, endedBy: Outcome | null = null): void {
  const { current } = openWorkOf(draft, run);
  if (current === null) return;
  const entry = entryAt(draft, { lane: run.lane, pos: current.pos }) as Streamed;
  const last = endedBy === null ? entry.seq : seq;
  endBlock(draft, run, current, restate(entry, last, entry.ts, entry.body, false, endedBy, null));
}

function endBlock(draft: Draft, run: Run, { pos, name, segment }: Current, ended: Streamed): void {
  putEntry(draft, run.lane, pos, ended);
  const { blocks, calls, recentCall, early, opened } = openWorkOf(draft, run);
  const end: BlockEnd = { end: ended.body.end, segments: segment };
  putOpenWork(draft, run, { current: null, blocks: blocks.set(name, end), calls, recentCall, early, opened });
}

/** A block without deltas: it arrives complete. */
function addWhole(draft: Draft, run: Run, kind: Kind, chunk: WholeChunk): void {
  const { text: whole, endedBy = null, redacted = false } = chunk;
  const name = blockName(kind, chunk);
  const before = openWorkOf(draft, run).blocks.get(name) ?? noBlock;
  if (whole.length <= before.end) return;
  endCurrent(draft, run, chunk.seq);
  const segment = before.segments + 1;
  const identity = identityOf(run, kind, chunk, name, segment);
  const { seq, ts, startedTs = ts } = chunk;
  const body = Text.of(whole, before.end);
  const endedTs = endedBy === null ? ts : null;
  const entry = restate(identity, seq, startedTs, body, false, endedBy, endedTs, redacted);
  const { pos } = addEntry(draft, run.lane, entry);
  const { blocks, calls, recentCall, early, opened } = openWorkOf(draft, run);
  const end: BlockEnd = { end: body.end, segments: segment };
  putOpenWork(draft, run, {
    current: null,
    blocks: blocks.set(name, end),
    calls,
    recentCall,
    early,
    opened: opened.push(pos),
  });
}

function open(
  draft: Draft,
  run: Run,
  kind: Kind,
  chunk: Chunk,
  name: string,
  before: BlockEnd,
  announced: boolean,
): Current {
  endCurrent(draft, run, chunk.seq);
  const { blocks, calls, recentCall, early, opened } = openWorkOf(draft, run);
  const segment = before.segments + 1;
  const { seq, ts, responseId, block = 0 } = chunk;
  const identity = identityOf(run, kind, chunk, name, segment);
  const entry = restate(identity, seq, ts, Text.startingAt(before.end), true, null, null);
  const { pos } = addEntry(draft, run.lane, entry);
  const current: Current = { kind, responseId, block, name, pos, segment, announced };
  putOpenWork(draft, run, { current, blocks, calls, recentCall, early, opened: opened.push(pos) });
  return current;
}

const noBlock: BlockEnd = { end: 0, segments: 0 };

function identityOf(run: Run, kind: Kind, chunk: Chunk, name: string, segment: number): Identity {
  const { agentId, runId } = run;
  const { responseId, block = 0 } = chunk;
  const key = keyInRun(runId, segment === 1 ? name : `${name}~${segment}`);
  return { kind, key, agentId, runId, responseId, block };
}

function isBlock(current: Current, kind: Kind, chunk: Chunk): boolean {
  return (
    current.block === (chunk.block ?? 0) && current.kind === kind && current.responseId === chunk.responseId
  );
}

function blockName(kind: Kind, { responseId, block = 0 }: Pick<Chunk, "responseId" | "block">): string {
  return `${kind}/${escapeId(responseId)}/${block}`;
}

/** The fields that stay the same while an entry streams. */
type Identity = Pick<Streamed, "kind" | "key" | "agentId" | "runId" | "responseId" | "block"> & {
  readonly redacted?: boolean;
};

/**
 * The entry with the fields that a stream changes. The fields are listed one by one because this runs for every delta:
 * spreading entries of several shapes costs several times as much.
 */
function restate(
  entry: Identity,
  seq: number,
  ts: number,
  body: Text,
  live: boolean,
  endedBy: Outcome | null,
  endedTs: number | null,
  redacted = entry.redacted ?? false,
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
