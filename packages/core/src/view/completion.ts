import type { Lane } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";

/**
 * Decides which items are complete and can be drawn once. The settled part is always a prefix: a complete item after an
 * incomplete one still waits, so that no item on the screen ever moves.
 */

export function isComplete(entry: Entry): boolean {
  return !entry.live;
}

/** A lane in its two parts, copied only on demand. */
export interface LaneSplit {
  readonly settledCount: number;
  readonly liveCount: number;
  /** Settled entries; `from` skips those that were already drawn. */
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
 * Removes every checkpoint whose hash occurred earlier, at any distance. `hashOf` returns null for other items; a checkpoint
 * without a hash is never a repeat.
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
