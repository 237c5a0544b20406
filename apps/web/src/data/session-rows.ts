import type { SessionRow } from "@polylog/client";

interface Known {
  /** Null if the session was deleted or has left the list. */
  readonly row: SessionRow | null;
  readonly at: number;
}

export type SessionRows = ReturnType<typeof sessionRows>;

/**
 * The rows of the session list in the order of the server, the latest first. Responses may arrive in another order than their requests were sent:
 * a response never replaces a newer row.
 */
export function sessionRows() {
  const known = new Map<string, Known>();
  let rows: readonly SessionRow[] = [];
  let clock = 0;

  /** Call it before a request is sent, and pass the returned time on with the response. */
  function startRequest(): number {
    clock += 1;
    return clock;
  }

  function set(sessionId: string, row: SessionRow | null): void {
    const before = known.get(sessionId)?.row ?? null;
    known.set(sessionId, { row, at: startRequest() });
    if (row !== null && before !== null && isSame(row, before)) return;
    if (isListed(before)) rows = rows.toSpliced(placeOf(rows, before), 1);
    if (isListed(row)) rows = rows.toSpliced(placeOf(rows, row), 0, row);
  }

  /**
   * Adds or replaces a row; null where the server has no such session. Returns false if the request overlapped with
   * another one and neither response is known to be newer: fetch the row again.
   */
  function put(sessionId: string, row: SessionRow | null, requestedAt: number): boolean {
    const current = known.get(sessionId);
    // Only overlapping requests are compared: a request sent after a response arrived returns a later state.
    if (current !== undefined && current.at > requestedAt) {
      if (row === null || current.row === null) return row === current.row;
      const order = row.rev - current.row.rev || row.seq - current.row.seq;
      if (order <= 0) return order < 0 || isSame(row, current.row);
    }
    set(sessionId, row);
    return true;
  }

  return {
    /** The same array until a row changes. */
    get: () => rows,
    find: (sessionId: string): SessionRow | undefined => {
      const row = known.get(sessionId)?.row ?? null;
      return isListed(row) ? row : undefined;
    },
    startRequest,
    put,
    /**
     * Applies the first page of the list: a row that belongs on the page but is missing has left the list. Returns the
     * sessions to fetch again.
     */
    putFirstPage(page: readonly SessionRow[], requestedAt: number, hasMore: boolean): readonly string[] {
      const oldest = hasMore ? orderOf(page.at(-1) ?? {}) : Number.NEGATIVE_INFINITY;
      const listed = new Set(page.map(({ sessionId }) => sessionId));
      for (const row of rows)
        if (orderOf(row) > oldest && !listed.has(row.sessionId)) put(row.sessionId, null, requestedAt);
      return this.putPage(page, requestedAt);
    },
    /** Returns the sessions to fetch again. */
    putPage: (page: readonly SessionRow[], requestedAt: number): readonly string[] =>
      page.filter((row) => !put(row.sessionId, row, requestedAt)).map(({ sessionId }) => sessionId),
  };
}

/** The index of a row, or the index at which to insert it. */
function placeOf(rows: readonly SessionRow[], row: SessionRow): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (comesBefore(rows[middle] as SessionRow, row)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function isListed(row: SessionRow | null): row is SessionRow {
  return row !== null && !row.archived;
}

/** The place in the list: the row with the highest value is first. A list that an earlier version cached has only times. */
export function orderOf({ activity, updatedTs }: Partial<SessionRow>): number {
  return activity ?? updatedTs ?? 0;
}

function comesBefore(a: SessionRow, b: SessionRow): boolean {
  const [orderA, orderB] = [orderOf(a), orderOf(b)];
  return orderA === orderB ? a.sessionId < b.sessionId : orderA > orderB;
}

function isSame(a: SessionRow, b: SessionRow): boolean {
  const names = Object.keys(a) as (keyof SessionRow)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
