import type { SessionRow } from "@polylog/client";

interface Known {
  /** Null: the session was deleted, or is not in the list any more. */
  readonly row: SessionRow | null;
  readonly at: number;
}

/**
 * The rows of the session list, the latest first. Responses may arrive in another order than their requests were sent:
 * a response never replaces a newer row.
 */
export class SessionRows {
  private readonly known = new Map<string, Known>();
  private readonly sorted: SessionRow[] = [];
  private snapshot: readonly SessionRow[] | null = [];
  private clock = 0;

  /** The same array until a row changes. */
  get rows(): readonly SessionRow[] {
    this.snapshot ??= this.sorted.slice();
    return this.snapshot;
  }

  get(sessionId: string): SessionRow | undefined {
    const row = this.known.get(sessionId)?.row;
    return isListed(row) ? row : undefined;
  }

  /** Call it before a request is sent, and pass the returned time on with the response. */
  startRequest(): number {
    this.clock += 1;
    return this.clock;
  }

  /**
   * Adds or replaces a row. Returns false if the request overlapped with another one and neither response is known to
   * be newer: fetch the row again.
   */
  put(row: SessionRow, requestedAt: number): boolean {
    const known = this.known.get(row.sessionId);
    // Only overlapping requests are compared: a request sent after a response arrived returns a later state.
    if (known !== undefined && known.at > requestedAt) {
      if (known.row === null) return false;
      const order = row.rev - known.row.rev || row.seq - known.row.seq;
      if (order < 0) return true;
      if (order === 0) return isSame(row, known.row);
    }
    this.set(row.sessionId, row);
    return true;
  }

  /** Removes a session that does not exist. Returns false as `put` does. */
  drop(sessionId: string, requestedAt = this.startRequest()): boolean {
    const known = this.known.get(sessionId);
    if (known !== undefined && known.at > requestedAt) return known.row === null;
    this.set(sessionId, null);
    return true;
  }

  /**
   * Applies the first page of the list: a row that belongs on the page but is missing has left the list. Returns the
   * sessions to fetch again.
   */
  putFirstPage(page: readonly SessionRow[], requestedAt: number, hasMore: boolean): readonly string[] {
    const oldest = hasMore ? (page.at(-1)?.updatedTs ?? 0) : Number.NEGATIVE_INFINITY;
    const listed = new Set(page.map(({ sessionId }) => sessionId));
    for (const { sessionId, updatedTs } of this.rows)
      if (updatedTs > oldest && !listed.has(sessionId)) this.drop(sessionId, requestedAt);
    return this.putAll(page, requestedAt);
  }

  /** Returns the sessions to fetch again. */
  putAll(rows: readonly SessionRow[], requestedAt: number): readonly string[] {
    return rows.filter((row) => !this.put(row, requestedAt)).map(({ sessionId }) => sessionId);
  }

  private set(sessionId: string, row: SessionRow | null): void {
    const before = this.known.get(sessionId)?.row;
    this.known.set(sessionId, { row, at: this.startRequest() });
    if (row !== null && before != null && isSame(row, before)) return;
    if (isListed(before)) this.sorted.splice(this.placeOf(before), 1);
    if (isListed(row)) this.sorted.splice(this.placeOf(row), 0, row);
    if (isListed(before) || isListed(row)) this.snapshot = null;
  }

  /** The index of a row, or the index at which to insert it. */
  private placeOf(row: SessionRow): number {
    let from = 0;
    let to = this.sorted.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (comesBefore(this.sorted[middle] as SessionRow, row)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function isListed(row: SessionRow | null | undefined): row is SessionRow {
  return row != null && !row.archived;
}

function comesBefore(a: SessionRow, b: SessionRow): boolean {
  return a.updatedTs === b.updatedTs ? a.sessionId < b.sessionId : a.updatedTs > b.updatedTs;
}

function isSame(a: SessionRow, b: SessionRow): boolean {
  const names = Object.keys(a) as (keyof SessionRow)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
