/** SQLite's result for a damaged page; the low byte of an extended code. */
const CORRUPT = 11;

export function isDamagedPage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === CORRUPT;
}

/**
 * The rows of a scan over events of all sessions. A damaged page ends the scan. The remaining rows are then read one by
 * one, by their positions in the same order, so that only those on the page are skipped.
 */
export function* skipDamagedPages<T extends { readonly position: number }>(
  scan: () => Iterable<unknown>,
  positions: () => readonly number[],
  one: (position: number) => T | undefined,
): Generator<T> {
  const passed = new Set<number>();
  try {
    // A scan that has failed before may throw the same error at its start.
    for (const row of scan()) {
      passed.add((row as T).position);
      yield row as T;
    }
  } catch (error) {
    if (!isDamagedPage(error)) throw error;
    for (const position of positions()) {
      const row = passed.has(position) ? undefined : undefinedIfDamaged(() => one(position));
      if (row !== undefined) yield row;
    }
  }
}

/** The result of the work, or undefined if it reads a damaged page. */
export function undefinedIfDamaged<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!isDamagedPage(error)) throw error;
    return undefined;
  }
}
