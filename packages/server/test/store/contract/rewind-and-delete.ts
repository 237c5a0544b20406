import { expect, test } from "vitest";
import type { StoredEvent } from "../../../src/store/store.ts";
import type { OpenStore } from "../contract.ts";
import { answer, append, appendOf, type Body, newSession, readAll, readLog, say } from "../write-log.ts";

export function rewindContract(open: OpenStore): void {
  test("a rewound session continues from there in a new epoch", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b")] });
    await append(store, "b", [{ type: "run_started", runId: "other" }]);
    await append(store, "a", [
      say("keep this"),
      { type: "run_started", runId: "r1" },
      { type: "permission_request", runId: "r1", requestId: "q1", toolName: "Bash", options: [] },
      { type: "permission_response", requestId: "q1" },
      { type: "run_ended", runId: "r1", outcome: "completed" },
      { type: "run_started", runId: "r2" },
      answer("cut this"),
    ]);
    const kept = (await readAll(store, "a")).slice(0, 3);
    await store.commit({
      rewound: [{ sessionId: "a", seq: 3, rev: 2 }],
      appends: [appendOf("a", [say("new")], { head: 3, rev: 2, summary: { title: "t" } })],
    });
    expect(await store.session("a")).toMatchObject({ rev: 2, head: 4, title: "t" });
    const now = await readAll(store, "a");
    expect(now.slice(0, 3)).toEqual(kept);
    expect(now.slice(3)).toEqual([expect.objectContaining({ seq: 4, rev: 2 })]);
    expect((await readLog(store)).filter((event) => event.sessionId === "a")).toEqual(now);
    // Their state after the third event.
    expect(
      (await store.runs({ sessionId: "a", limit: 10 })).map(({ runId, outcome }) => [runId, outcome]),
    ).toEqual([["r1", null]]);
    expect((await store.runs({ limit: 10 })).map(({ runId }) => runId)).toEqual(["r1", "other"]);
    expect((await store.ask("q1"))?.state).toBe("pending");
    expect(await store.search("cut", 10)).toEqual([]);
    expect((await store.search("keep", 10)).length).toBe(1);
  });

  test("a rewind forward, to an old epoch, or of an unknown session is rejected", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")], appends: [appendOf("a", [say("1"), say("2")])] });
    for (const wrong of [
      { sessionId: "a", seq: 3, rev: 2 },
      { sessionId: "a", seq: 1, rev: 1 },
      { sessionId: "x", seq: 0, rev: 2 },
    ]) {
      await expect(store.commit({ rewound: [wrong] })).rejects.toMatchObject({
        code: "conflict",
        sessionId: wrong.sessionId,
      });
    }
    await store.commit({ rewound: [{ sessionId: "a", seq: 0, rev: 2 }] });
    expect(await readAll(store, "a")).toEqual([]);
    expect(await store.session("a")).toMatchObject({ rev: 2, head: 0 });
    await append(store, "a", [say("from the start")]);
    expect((await readAll(store, "a")).map(({ seq, rev }) => [seq, rev])).toEqual([[1, 2]]);
  });

  test("[R40] a session that is rewound twice contains the kept and the new events, and none that were cut", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b")] });
    const turn = (run: string): Body[] => [
      { type: "run_started", runId: run },
      { ...answer(`${run} speaks`, run), runId: run },
      { type: "permission_request", runId: run, requestId: `${run}-ask`, toolName: "Bash", options: [] },
    ];
    await append(store, "a", ["one", "two", "three", "four"].flatMap(turn));
    await append(store, "b", [say("b speaks")]);
    await store.commit({ rewound: [{ sessionId: "a", seq: 6, rev: 2 }] });
    await append(store, "a", turn("five"));
    await store.commit({ rewound: [{ sessionId: "a", seq: 8, rev: 3 }] });
    await append(store, "a", [say("six speaks")]);
    const texts = ({ line }: StoredEvent) => JSON.parse(line).text ?? JSON.parse(line).type;
    const log = await readAll(store, "a");
    expect(log.map(({ seq, rev }) => [seq, rev])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((seq) => [seq, 1]),
      ...[7, 8].map((seq) => [seq, 2]),
      [9, 3],
    ]);
    expect(log.map(texts)).toEqual([
      ...["run_started", "one speaks", "permission_request"],
      ...["run_started", "two speaks", "permission_request"],
      ...["run_started", "five speaks", "six speaks"],
    ]);
    expect((await readLog(store)).filter(({ sessionId }) => sessionId === "a")).toEqual(log);
    expect(await store.head()).toBe(log.at(-1)?.position);
    expect((await store.runs({ sessionId: "a", limit: 10 })).map(({ runId }) => runId)).toEqual([
      ...["five", "two", "one"],
    ]);
    expect((await store.asks({ sessionId: "a", limit: 10 })).map(({ askId }) => askId)).toEqual([
      ...["two-ask", "one-ask"],
    ]);
    const found = (await store.search("speaks", 10)).map(({ sessionId, seq }) => [sessionId, seq]);
    expect(found.sort()).toEqual([...[2, 5, 8, 9].map((seq) => ["a", seq]), ["b", 1]]);
    expect(await store.verify()).toEqual({ damaged: [] });
    await store.commit({ deleted: ["a"] });
    expect((await readLog(store)).map(texts)).toEqual(["b speaks"]);
  });

  test("a run and an ask that were cut can start again under the same IDs", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    const turn: Body[] = [
      { type: "run_started", runId: "again" },
      { type: "permission_request", runId: "again", requestId: "ask", toolName: "Bash", options: [] },
      { type: "run_ended", runId: "again", outcome: "failed" },
    ];
    await append(store, "a", [say("first"), ...turn]);
    await store.commit({ rewound: [{ sessionId: "a", seq: 1, rev: 2 }] });
    expect([await store.run("again"), await store.ask("ask")]).toEqual([null, null]);
    await append(store, "a", turn.slice(0, 2), {});
    expect(await store.run("again")).toMatchObject({ outcome: null, startedTs: 1002 });
    expect((await store.ask("ask"))?.state).toBe("pending");
  });

  test("a deleted session leaves nothing, and others keep everything", async () => {
    const store = open();
    const receipt = (id: string) => ({ clientMessageId: id, bodyHash: "h", sessionId: id, response: "{}" });
    for (const id of ["a", "b"]) {
      await store.commit({ created: [newSession(id)] });
      await append(store, id, [
        say(`${id} hello`),
        { type: "run_started", runId: `${id}-run` },
        { type: "permission_request", requestId: `${id}-q`, toolName: "Bash", options: [] },
      ]);
      await store.commit({ receipts: [receipt(id)] });
    }
    const all = async (id: string) => ({
      session: await store.session(id),
      events: await readAll(store, id),
      run: await store.run(`${id}-run`),
      runs: await store.runs({ sessionId: id, limit: 10 }),
      ask: await store.ask(`${id}-q`),
      asks: await store.asks({ sessionId: id, limit: 10 }),
      receipt: await store.receipt(id),
      found: (await store.search("hello", 10)).filter((hit) => hit.sessionId === id),
    });
    const kept = await all("b");
    await store.commit({ deleted: ["a", "never there"] });
    expect(await all("a")).toEqual({
      session: null,
      events: [],
      run: null,
      runs: [],
      ask: null,
      asks: [],
      receipt: null,
      found: [],
    });
    expect(await all("b")).toEqual(kept);
    expect((await readLog(store)).map((event) => event.sessionId)).toEqual(["b", "b", "b"]);
  });

  test("a session may be deleted and created again in one commit", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")], appends: [appendOf("a", [say("old")])] });
    await store.commit({
      deleted: ["a"],
      created: [newSession("a")],
      appends: [appendOf("a", [say("new")])],
    });
    expect((await readAll(store, "a")).map((event) => JSON.parse(event.line).text)).toEqual(["new"]);
    expect((await store.search("old", 10)).length).toBe(0);
  });
}
