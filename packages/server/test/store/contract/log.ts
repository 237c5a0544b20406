import { expect, test } from "vitest";
import type { OpenStore } from "../contract.ts";
import { answer, append, appendOf, delta, newSession, readAll, readLog, say } from "../write-log.ts";

export function logContract(open: OpenStore): void {
  test("appended lines are read back unchanged", async () => {
    const store = open();
    const first = appendOf("a", [say("hello"), answer("hi")]);
    const committed = await store.commit({ created: [newSession("a")], appends: [first] });
    const positions = committed.positions[0] ?? [];
    expect(committed.positions.length).toBe(1);
    expect(await store.events("a", 0, 10)).toEqual(
      first.events.map(({ event, line }, index) => ({
        sessionId: "a",
        seq: event.seq,
        rev: 1,
        position: positions[index],
        line,
      })),
    );
    expect(await store.head()).toBe(positions[1]);
  });

  test("an empty log has the head 0, and an unknown session has no events", async () => {
    const store = open();
    expect(await store.head()).toBe(0);
    expect(await store.eventsFrom(0, 10)).toEqual([]);
    expect(await store.events("nobody", 0, 10)).toEqual([]);
    expect(await store.session("nobody")).toBeNull();
  });

  test("pages follow each other without a gap, by seq and by position", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b")] });
    for (let turn = 0; turn < 7; turn++) {
      await append(store, "a", [say(`a${turn}`), say(`a${turn}!`)]);
      await append(store, "b", [say(`b${turn}`)]);
    }
    const all = await readLog(store, 1000);
    expect(await readLog(store, 4)).toEqual(all);
    expect(await readAll(store, "a", 3)).toEqual(all.filter((event) => event.sessionId === "a"));
    expect(await store.events("a", 5, 2)).toEqual((await readAll(store, "a")).slice(5, 7));
    expect(await store.events("a", 14, 2)).toEqual([]);
  });

  test("positions only grow, in the order of the commits", async () => {
    const store = open();
    await store.commit({ created: ["a", "b", "c"].map((id) => newSession(id)) });
    const given: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const sessionIds = turn % 2 === 0 ? ["c", "a"] : ["b", "c"];
      const heads = await Promise.all(sessionIds.map(async (id) => (await store.session(id))?.head ?? 0));
      const appends = sessionIds.map((id, index) =>
        appendOf(id, [say("x"), say("y")], { head: heads[index] ?? 0 }),
      );
      const { positions } = await store.commit({ appends });
      given.push(...positions.flat());
    }
    expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
    expect((await readLog(store)).map((event) => event.position)).toEqual(given);
  });

  test("a position is not reused after its event is gone", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b")] });
    await append(store, "a", [say("1")]);
    const [gone] = await append(store, "b", [say("2")]);
    await store.commit({ deleted: ["b"] });
    const [next] = await append(store, "a", [say("3")]);
    expect(next).toBeGreaterThan(gone as number);
  });

  test("a commit with another head or rev is rejected", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")], appends: [appendOf("a", [say("1"), say("2")])] });
    const before = await readAll(store, "a");
    const stale = [
      appendOf("a", [say("x")], { head: 0 }),
      appendOf("a", [say("x")], { head: 1 }),
      appendOf("a", [say("x")], { head: 3 }),
      appendOf("a", [say("x")], { head: 2, rev: 2 }),
      appendOf("a", [], { head: 1 }),
      appendOf("nobody", [say("x")]),
    ];
    for (const one of stale) {
      const refused = store.commit({ appends: [one] });
      await expect(refused).rejects.toMatchObject({ code: "conflict", sessionId: one.sessionId });
    }
    expect(await readAll(store, "a")).toEqual(before);
  });

  test("events stamped for another place are rejected", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b")] });
    const foreign = { ...appendOf("b", [say("x")]), sessionId: "a" };
    const later = { ...appendOf("a", [say("x")], { head: 4 }), head: 0 };
    for (const one of [foreign, later]) {
      await expect(store.commit({ appends: [one] })).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await store.head()).toBe(0);
  });

  test("one invalid append undoes the whole commit", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b"), newSession("d")] });
    await append(store, "a", [say("1"), delta(0, "2")]);
    await append(store, "d", [say("stays")], {
      receipts: [{ clientMessageId: "m0", bodyHash: "h", sessionId: "d", response: "{}" }],
    });
    const state = async () => ({
      sessions: await store.sessions({ limit: 10 }),
      log: await readLog(store),
      runs: await store.runs({ limit: 10 }),
      asks: await store.asks({ limit: 10 }),
      found: await store.search("stays words", 10),
      receipt: await store.receipt("m0"),
      none: await store.receipt("m1"),
      documents: await store.documents("k"),
    });
    const before = await state();
    await expect(
      store.commit({
        deleted: ["d"],
        created: [newSession("c")],
        archived: [{ sessionId: "b", archived: true }],
        rewound: [{ sessionId: "a", seq: 1, rev: 2 }],
        appends: [
          appendOf("c", [say("words")]),
          appendOf("a", [{ type: "run_ended", outcome: "completed" }], { head: 1, rev: 2, drops: [1] }),
          appendOf("b", [say("bad")], { head: 9 }),
        ],
        receipts: [{ clientMessageId: "m1", bodyHash: "h", sessionId: "c", response: "{}" }],
        documents: [{ kind: "k", key: "1", value: 1 }],
      }),
    ).rejects.toMatchObject({ code: "conflict", sessionId: "b" });
    expect(await state()).toEqual(before);
    await append(store, "a", [say("goes on")]);
  });

  test("one commit may append to a session twice, each time after the previous head", async () => {
    const store = open();
    await store.commit({
      created: [newSession("a")],
      appends: [appendOf("a", [say("1")]), appendOf("a", [say("2"), say("3")], { head: 1 })],
    });
    expect((await readAll(store, "a")).map((event) => event.seq)).toEqual([1, 2, 3]);
  });

  test("log compaction removes superseded events, even from the same append, but never the last event", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [say("go"), delta(0, "o"), delta(1, "n")]);
    await append(store, "a", [delta(2, "e"), answer("one")], { drops: [2, 3, 4] });
    const positions = await append(store, "a", [say("last")], { drops: [6] });
    const left = await readAll(store, "a");
    expect(left.map((event) => event.seq)).toEqual([1, 5, 6]);
    expect(left.at(-1)?.position).toBe(positions[0]);
    expect((await readLog(store)).map((event) => event.seq)).toEqual([1, 5, 6]);
    expect((await store.session("a"))?.head).toBe(6);
  });

  test("a read can leave sessions out", async () => {
    const store = open();
    await store.commit({ created: ["a", "b", "c"].map((id) => newSession(id)) });
    for (const id of ["a", "b", "c", "a"]) await append(store, id, [say(id)]);
    const left = await store.eventsFrom(0, 2, new Set(["a", "x"]));
    expect(left.map((event) => event.sessionId)).toEqual(["b", "c"]);
  });

  test("an event from a newer version keeps its bytes", async () => {
    const store = open();
    const raw =
      '{"id":"e1","sessionId":"a","seq":1,"rev":1,"ts":5,"type":"hologram","v":7,  "shape":"\\u00e9 \ud83d\ude80"}';
    const event = {
      type: "opaque",
      eventType: "hologram",
      id: "e1",
      sessionId: "a",
      seq: 1,
      rev: 1,
      ts: 5,
      raw,
    } as const;
    const given = { ...appendOf("a", []), events: [{ event, line: raw }] };
    await store.commit({ created: [newSession("a")], appends: [given] });
    expect((await readAll(store, "a"))[0]?.line).toBe(raw);
  });

  test("a closed store reports that it is closed", async () => {
    const store = open();
    await store.close();
    const closed = { name: "StoreError", code: "closed" };
    await expect(store.head()).rejects.toMatchObject(closed);
    await expect(store.commit({ created: [newSession("a")] })).rejects.toMatchObject(closed);
    await expect(store.close()).resolves.toBeUndefined();
  });
}
