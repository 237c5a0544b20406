import type { SessionRow } from "@polylog/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type SessionRows, sessionRows } from "../../src/data/session-rows.ts";

function rowOf(sessionId: string, changes: Partial<SessionRow> = {}): SessionRow {
  return {
    ...{ sessionId, projectRoot: "/work", title: null, status: "idle", agentId: "demo", model: null },
    ...{ queued: 0, pendingAsks: 0, costUsd: 0, costComplete: true, createdTs: 0, updatedTs: 0 },
    ...{ forkedFrom: null, archived: false, rev: 1, seq: 0, activity: changes.updatedTs ?? 0 },
    ...changes,
  };
}

const idsOf = (list: SessionRows) => list.get().map(({ sessionId }) => sessionId);

test("a change moves its row to its place and does not change the others", () => {
  const list = sessionRows();
  for (const [index, id] of ["a", "b", "c"].entries())
    list.put(id, rowOf(id, { updatedTs: index }), list.startRequest());
  expect(idsOf(list)).toEqual(["c", "b", "a"]);
  const before = list.get();
  list.put("a", rowOf("a", { updatedTs: 7, seq: 1 }), list.startRequest());
  expect(idsOf(list)).toEqual(["a", "c", "b"]);
  expect(list.get()[1]).toBe(before[0]);
});

test("a response without changes keeps the same array", () => {
  const list = sessionRows();
  list.put("a", rowOf("a"), list.startRequest());
  const before = list.get();
  expect(list.put("a", rowOf("a"), list.startRequest())).toBe(true);
  expect(list.get()).toBe(before);
});

test("a late response never replaces a row with a newer rev or seq", () => {
  const list = sessionRows();
  const early = list.startRequest();
  list.put("a", rowOf("a", { rev: 2, seq: 5 }), list.startRequest());
  expect(list.put("a", rowOf("a", { rev: 2, seq: 4 }), early)).toBe(true);
  expect(list.put("a", rowOf("a", { rev: 1, seq: 9 }), early)).toBe(true);
  expect(list.get()).toEqual([rowOf("a", { rev: 2, seq: 5 })]);
});

test("overlapping responses with the same seq and different titles cause another fetch", () => {
  const list = sessionRows();
  const early = list.startRequest();
  list.put("a", rowOf("a", { title: "New" }), list.startRequest());
  expect(list.put("a", rowOf("a", { title: "Old" }), early)).toBe(false);
  expect(list.find("a")?.title).toBe("New");
});

test("a late response does not bring back a deleted session, and a late list does not remove a new one", () => {
  const list = sessionRows();
  list.put("a", rowOf("a"), list.startRequest());
  const early = list.startRequest();
  list.put("a", null, list.startRequest());
  expect(list.put("a", rowOf("a"), early)).toBe(false);
  list.put("b", rowOf("b", { updatedTs: 3 }), list.startRequest());
  expect(list.putFirstPage([rowOf("a")], early, false)).toEqual(["a"]);
  expect(idsOf(list)).toEqual(["b"]);
});

test("rows older than the first page stay", () => {
  const list = sessionRows();
  for (const ts of [1, 2, 3, 4]) list.put(`s${ts}`, rowOf(`s${ts}`, { updatedTs: ts }), list.startRequest());
  list.putFirstPage(
    [rowOf("s4", { updatedTs: 4 }), rowOf("s2", { updatedTs: 2 })],
    list.startRequest(),
    true,
  );
  expect(idsOf(list)).toEqual(["s4", "s2", "s1"]);
});

test("[W11] an imported old session is listed in the server's order and removes no loaded session", () => {
  const list = sessionRows();
  const recent = [5, 4, 3, 2, 1].map((at) => rowOf(`s${at}`, { updatedTs: at, activity: at }));
  for (const row of recent) list.put(row.sessionId, row, list.startRequest());
  const imported = rowOf("imported", { updatedTs: -1000, activity: 6 });
  list.putFirstPage([imported, ...recent.slice(0, 2)], list.startRequest(), true);
  expect(idsOf(list)).toEqual(["imported", "s5", "s4", "s3", "s2", "s1"]);
  const later = recent.slice(0, 2).map((row, index) => ({ ...row, activity: 8 - index, seq: 1 }));
  list.putFirstPage([...later, imported], list.startRequest(), true);
  expect(idsOf(list)).toEqual(["s5", "s4", "imported", "s3", "s2", "s1"]);
});

test("a list that an earlier version cached is sorted by time, and the server's rows replace it", () => {
  const list = sessionRows();
  const cached = [1, 3, 2].map((at) => {
    const { activity: _, ...row } = rowOf(`s${at}`, { updatedTs: at * 1000 });
    return row as SessionRow;
  });
  for (const row of cached) list.put(row.sessionId, row, list.startRequest());
  expect(idsOf(list)).toEqual(["s3", "s2", "s1"]);
  const fresh = [1, 3, 2].map((at, index) => rowOf(`s${at}`, { updatedTs: at * 1000, activity: 9 - index }));
  list.putFirstPage(fresh, list.startRequest(), false);
  expect(list.get()).toEqual(fresh);
});

const ids = ["a", "b", "c", "d"] as const;
const pageRows = 2;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("append", "rewind", "rename", "archive", "unarchive", "delete"),
      id: fc.constantFrom(...ids),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("list", "row"), id: fc.constantFrom(...ids) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("handle", "deliver"), pick: fc.nat() }) },
);

interface Request {
  readonly requestedAt: number;
  /** Null for the first page of the list. */
  readonly id: string | null;
  answer?: { readonly rows: readonly SessionRow[]; readonly hasMore: boolean };
}

/** A server, the requests in flight, and the list that their responses update. */
class World {
  readonly list = sessionRows();
  private readonly server = new Map(ids.map((id, index) => [id as string, rowOf(id, { activity: index })]));
  private readonly requests: Request[] = [];
  private now = 10;

  get expected(): readonly SessionRow[] {
    const listed = [...this.server.values()].filter(({ archived }) => !archived);
    return listed.sort((a, b) => b.activity - a.activity);
  }

  /** The stream announces each change, and the page fetches the row. */
  change(kind: string, id: string): void {
    const row = this.server.get(id);
    if (row === undefined) return;
    this.now += 1;
    const { rev, seq } = row;
    // The clock of the server's computer runs backwards, and the order does not depend on it.
    const moved = { activity: this.now, updatedTs: -this.now };
    if (kind === "delete") this.server.delete(id);
    else if (kind === "append") this.server.set(id, { ...row, seq: seq + 1, ...moved });
    else if (kind === "rewind") this.server.set(id, { ...row, rev: rev + 1, seq: seq >> 1, ...moved });
    else if (kind === "rename") this.server.set(id, { ...row, title: `Title ${this.now}` });
    else this.server.set(id, { ...row, archived: kind === "archive" });
    this.ask(id);
  }

  ask(id: string | null): void {
    this.requests.push({ requestedAt: this.list.startRequest(), id });
  }

  handle(pick: number): void {
    const open = this.requests.filter(({ answer }) => answer === undefined);
    const request = open[pick % open.length];
    if (request === undefined) return;
    const row = request.id === null ? undefined : this.server.get(request.id);
    const page = this.expected.slice(0, pageRows);
    request.answer =
      request.id === null
        ? { rows: page, hasMore: this.expected.length > pageRows }
        : { rows: row === undefined ? [] : [row], hasMore: false };
  }

  deliver(pick: number): void {
    const answered = this.requests.filter(({ answer }) => answer !== undefined);
    const request = answered[pick % answered.length];
    if (request?.answer === undefined) return;
    this.requests.splice(this.requests.indexOf(request), 1);
    const { requestedAt, id, answer } = request;
    const [row] = answer.rows;
    if (id === null) {
      for (const unclear of this.list.putFirstPage(answer.rows, requestedAt, answer.hasMore))
        this.ask(unclear);
    } else if (!this.list.put(id, row ?? null, requestedAt)) this.ask(id);
  }

  /** Finishes all requests in flight, the last one first. */
  finish(): void {
    for (let rounds = 0; this.requests.length > 0 && rounds < 1000; rounds++) {
      for (const _ of this.requests) this.handle(0);
      this.deliver(this.requests.length - 1);
    }
  }
}

test("the list ends with the newest rows, sorted, in any order of changes and late responses", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new World();
      for (const id of ids) world.ask(id);
      for (const one of steps) {
        if ("pick" in one) world[one.kind](one.pick);
        else if (one.kind === "list") world.ask(null);
        else if (one.kind === "row") world.ask(one.id);
        else world.change(one.kind, one.id);
        const rows = world.list.get();
        expect(rows).toEqual(rows.toSorted((a, b) => b.activity - a.activity));
      }
      world.finish();
      expect(world.list.get()).toEqual(world.expected);
    }),
    { numRuns: 500 },
  );
});
