import type { Lane } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";

/**
 * What is complete, and what may therefore be drawn once. The settled part is always a prefix: a complete item
 * behind an incomplete one still waits, so that nothing on the screen ever changes its place.
 */

export function isComplete(entry: Entry): boolean {
  return !entry.live;
}

/** A lane in its two parts. Nothing is copied until somebody asks for it. */
export interface LaneSplit {
  readonly settledCount: number;
  readonly liveCount: number;
  /** Settled entries; `from` leaves out those that were drawn before. */
  readonly settled: (from?: number) => Entry[];
  readonly live: () => Entry[];
}

export function splitLane({ entries, settled }: Lane): LaneSplit {
  return {
    settledCount: settled,
    liveCount: entries.length - settled,
    settled: (from = 0) => entries.slice(from, settled),
    live: () => entries.slice(settled),
  };
}

export interface Split<T> {
  readonly settled: readonly T[];
  readonly live: readonly T[];
}

/** The longest prefix of complete items, and the rest. */
export function splitSettled<T>(
  items: readonly T[],
  complete: (item: T, index: number) => boolean,
): Split<T> {
  const found = items.findIndex((item, index) => !complete(item, index));
  const end = found === -1 ? items.length : found;
  return { settled: items.slice(0, end), live: items.slice(end) };
}

/**
 * Leaves out every checkpoint whose hash was there before, at any distance. `hashOf` gives null for what is no
 * checkpoint; one without a hash is like no other.
 */
export function dedupeCheckpoints<T>(items: readonly T[], hashOf: (item: T) => string | null): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const hash = hashOf(item)?.trim() ?? "";
    if (hash === "") return true;
    const isNew = !seen.has(hash);
    seen.add(hash);
    return isNew;
  });
}
