import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventStore, SessionQuery, SessionRow } from "../../../src/store/store.ts";
import type { OpenStore } from "../contract.ts";
import { append, appendOf, newSession, say } from "../write-log.ts";

const ids = async (store: EventStore, query: Partial<SessionQuery>) =>
  (await store.sessions({ limit: 100, ...query })).items.map((row) => row.sessionId);

export function sessionContract(open: OpenStore): void {
  test("a new session is idle at 1:0", async () => {
    const store = open();
    await store.commit({ created: [newSession("a", { createdTs: 77, forkedFrom: "z" })] });
    expect(await store.session("a")).toEqual({
      sessionId: "a",
      projectRoot: "/projects/polylog",
      createdTs: 77,
      forkedFrom: "z",
      archived: false,
      rev: 1,
      head: 0,
      activity: 1,
      title: null,
      status: "idle",
      agentId: "claude",
      model: null,
      queued: 0,
      pendingAsks: 0,
      costUsd: 0,
      costComplete: true,
      updatedTs: 77,
    });
    await expect(store.commit({ created: [newSession("a")] })).rejects.toMatchObject({
      code: "conflict",
      sessionId: "a",
    });
  });

  test("its row has the summary of the last append", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    const summary = {
      title: "Überschrift",
      status: "waiting_for_you",
      agentId: "codex",
      model: "gpt",
      queued: 2,
      pendingAsks: 1,
      costUsd: 0.125,
      costComplete: false,
      updatedTs: 5,
    } as const;
    await append(store, "a", [say("x")], { summary });
    const row = {
      sessionId: "a",
      projectRoot: "/projects/polylog",
      createdTs: 1000,
      forkedFrom: null,
      archived: false,
    };
    expect(await store.session("a")).toEqual({ ...row, ...summary, rev: 1, head: 1, activity: 2 });
    await store.commit({ appends: [appendOf("a", [], { head: 1, summary: { title: "Only this" } })] });
    expect(await store.session("a")).toMatchObject({ head: 1, title: "Only this", queued: 0 });
  });

  test("the most recently written session is first, whatever the clock says", async () => {
    const store = open();
    for (const id of ["a", "b", "c"]) await store.commit({ created: [newSession(id)] });
    expect(await ids(store, {})).toEqual(["c", "b", "a"]);
    await append(store, "a", [say("x")], { summary: { updatedTs: 1 } });
    expect(await ids(store, {})).toEqual(["a", "c", "b"]);
  });

  test("sessions with queued messages are found without the others, page by page", async () => {
    const store = open();
    for (const id of ["a", "b", "c", "d"]) await store.commit({ created: [newSession(id)] });
    for (const id of ["a", "c"]) await append(store, id, [say("x")], { summary: { queued: 1 } });
    expect(await ids(store, { hasQueue: true })).toEqual(["c", "a"]);
    const { items, cursor } = await store.sessions({ hasQueue: true, limit: 1 });
    expect(items.map(({ sessionId }) => sessionId)).toEqual(["c"]);
    expect(await ids(store, { hasQueue: true, cursor: cursor ?? undefined })).toEqual(["a"]);
  });

  test("for any sequence of summaries, each row has the last one", async () => {
    // Few values, so that parts of a summary often stay unchanged.
    const summary = fc.record({
      title: fc.constantFrom(null, "One"),
      status: fc.constantFrom("idle" as const, "working" as const),
      agentId: fc.constantFrom(null, "claude"),
      model: fc.constantFrom(null, "m"),
      queued: fc.nat(1),
      pendingAsks: fc.nat(1),
      costUsd: fc.constantFrom(0, 0.5),
      costComplete: fc.boolean(),
      updatedTs: fc.constantFrom(1, 2),
    });
    const step = fc.record({ name: fc.constantFrom("a" as const, "b" as const), summary, count: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const store = open();
        await store.commit({ created: [newSession("a"), newSession("b")] });
        const expected = { a: await store.session("a"), b: await store.session("b") };
        // The position of the last event or session, and the session that is first in the list.
        let position = 2;
        let first: string | null = null;
        for (const { name, summary: said, count } of steps) {
          const bodies = Array.from({ length: count }, () => say("x"));
          await append(store, name, bodies, { summary: said });
          const before = expected[name] as SessionRow;
          position += count;
          const activity = count > 0 && name !== first ? position : before.activity;
          expected[name] = { ...before, ...said, activity, head: before.head + count };
          if (count > 0) first = name;
        }
        expect({ a: await store.session("a"), b: await store.session("b") }).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test("for any writes, rejections and deletions, the most recently written session is first", async () => {
    const name = fc.constantFrom("a", "b", "c", "d");
    const step = fc.record({ name, what: fc.constantFrom("write", "write", "write", "refuse", "delete") });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const store = open();
        let expected: string[] = [];
        for (const { name: id, what } of steps) {
          const isThere = expected.includes(id);
          if (what === "refuse") {
            const wrong = { appends: [appendOf(id, [say("x")], { head: 99 })] };
            await expect(store.commit(wrong)).rejects.toMatchObject({ code: "conflict" });
            continue;
          }
          if (what === "delete") await store.commit({ deleted: [id] });
          else if (isThere) await append(store, id, [say("x")]);
          else await store.commit({ created: [newSession(id)] });
          expected = expected.filter((other) => other !== id);
          if (what === "write") expected.unshift(id);
        }
        expect(await ids(store, {})).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  test("they are found by state, project, archive and words, also in combination", async () => {
    const store = open();
    await store.commit({
      created: [
        newSession("a"),
        newSession("b", { projectRoot: "/srv/Café" }),
        newSession("c"),
        newSession("d"),
      ],
    });
    await append(store, "a", [say("x")], { summary: { title: "Fix the Login page", status: "working" } });
    await append(store, "b", [say("x")], { summary: { title: "ÉTÉ: 100% _done_", status: "working" } });
    await append(store, "c", [say("x")], { summary: { title: "login again", status: "failed" } });
    await store.commit({
      archived: [
        { sessionId: "d", archived: true },
        { sessionId: "c", archived: true },
      ],
    });
    expect(await ids(store, { status: "working" })).toEqual(["b", "a"]);
    expect(await ids(store, { projectRoot: "/srv/Café" })).toEqual(["b"]);
    expect(await ids(store, { archived: true })).toEqual(["c", "d"]);
    expect(await ids(store, { archived: false })).toEqual(["b", "a"]);
    expect(await ids(store, { q: "LOGIN" })).toEqual(["c", "a"]);
    expect(await ids(store, { q: "page login" })).toEqual(["a"]);
    expect(await ids(store, { q: "cafe ete" })).toEqual(["b"]);
    expect(await ids(store, { q: "100% _d" })).toEqual(["b"]);
    expect(await ids(store, { q: "l%n" })).toEqual([]);
    expect(await ids(store, { q: "' OR 1=1 --" })).toEqual([]);
    expect(await ids(store, { q: "  " })).toEqual(["c", "b", "a", "d"]);
    expect(await ids(store, { q: "login", archived: true, status: "failed" })).toEqual(["c"]);
    await store.commit({ archived: [{ sessionId: "c", archived: false }] });
    expect((await store.session("c"))?.archived).toBe(false);
    await expect(store.commit({ archived: [{ sessionId: "x", archived: true }] })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("pages stay complete while sessions change: no session twice, no unchanged one left out", async () => {
    const store = open();
    const all = Array.from({ length: 25 }, (_, index) => `s${index}`);
    for (const id of all) await store.commit({ created: [newSession(id)] });
    const seen: string[] = [];
    const touched = new Set<string>();
    for (let cursor: string | undefined, page = 0; ; page++) {
      const { items, cursor: next } = await store.sessions({ limit: 4, cursor });
      seen.push(...items.map((row) => row.sessionId));
      if (next === null) break;
      cursor = next;
      // One from an earlier page, one from a later page, and a new one.
      for (const id of [seen[0] as string, `s${page}`]) {
        touched.add(id);
        await append(store, id, [say("again")]);
      }
      await store.commit({ created: [newSession(`new${page}`)] });
    }
    expect(seen.length).toBe(new Set(seen).size);
    expect(all.filter((id) => !touched.has(id) && !seen.includes(id))).toEqual([]);
    expect(seen.filter((id) => id.startsWith("new"))).toEqual([]);
  });

  test("the last page has no cursor, and an invalid cursor returns nothing", async () => {
    const store = open();
    for (const id of ["a", "b"]) await store.commit({ created: [newSession(id)] });
    expect((await store.sessions({ limit: 2 })).cursor).toBeNull();
    const page = await store.sessions({ limit: 1 });
    expect(page.items.map((row) => row.sessionId)).toEqual(["b"]);
    const rest = await store.sessions({ limit: 1, cursor: page.cursor ?? "" });
    expect(rest.items.map((row) => row.sessionId)).toEqual(["a"]);
    for (const cursor of ["", "x", "1 OR 1=1", "🚀", "a".repeat(10_000)]) {
      expect(await store.sessions({ limit: 10, cursor })).toEqual({ items: [], cursor: null });
    }
  });
}
