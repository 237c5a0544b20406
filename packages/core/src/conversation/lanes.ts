import { Vector } from "../data/vector.ts";
import { type Conversation, type Draft, type Lane, MAIN, type Place } from "./conversation.ts";
import type { Entry } from "./entry.ts";

/** Adds and changes entries. No other code modifies a lane. */

type Lanes = Pick<Conversation, "main" | "lanes">;

export function laneAt(conversation: Lanes, lane: number): Lane {
  return lane === MAIN ? conversation.main : (conversation.lanes.get(lane) as Lane);
}

export function entryAt(conversation: Lanes, place: Place): Entry {
  return laneAt(conversation, place.lane).entries.get(place.pos) as Entry;
}

export function addLane(draft: Draft, runId: string): number {
  draft.lanes = draft.lanes.push({ runId, entries: Vector.empty, settled: 0 });
  return draft.lanes.length - 1;
}

export function addEntry(draft: Draft, lane: number, entry: Entry): Place {
  const { runId, entries, settled } = laneAt(draft, lane);
  const pos = entries.length;
  putLane(draft, lane, {
    runId,
    entries: entries.push(entry),
    settled: settled === pos && !entry.live ? pos + 1 : settled,
  });
  return { lane, pos };
}

/** Replaces a live entry. */
export function putEntry(draft: Draft, lane: number, pos: number, entry: Entry): void {
  const { runId, entries, settled } = laneAt(draft, lane);
  const changed = entries.set(pos, entry);
  putLane(draft, lane, {
    runId,
    entries: changed,
    settled: entry.live || settled !== pos ? settled : settledFrom(changed, settled),
  });
}

function settledFrom(entries: Vector<Entry>, from: number): number {
  let settled = from;
  while (settled < entries.length && !entries.get(settled)?.live) settled++;
  return settled;
}

function putLane(draft: Draft, lane: number, value: Lane): void {
  if (lane === MAIN) draft.main = value;
  else draft.lanes = draft.lanes.set(lane, value);
}
