import { expect, test } from "vitest";
import type { OpenStore } from "../contract.ts";
import { answer, append, appendOf, newSession, readAll, readLog, say } from "../write-log.ts";

export function cutContract(open: OpenStore): void {
  test("a rewound session goes on from there in a new epoch", async () => {
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
    // As they were after the third event.
    expect(
      (await store.runs({ sessionId: "a", limit: 10 })).map(({ runId, outcome }) => [runId, outcome]),
    ).toEqual([["r1", null]]);
    expect((await store.runs({ limit: 10 })).map(({ runId }) => runId)).toEqual(["r1", "other"]);
    expect((await store.ask("q1"))?.state).toBe("pending");
    expect(await store.search("cut", 10)).toEqual([]);
    expect((await store.search("keep", 10)).length).toBe(1);
  });

  test("nobody rewinds forward, to an old epoch, or what is not there", async () => {
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

  test("of a deleted session nothing is left, and others keep everything", async () => {
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

  test("a session may be deleted and made anew in one commit", async () => {
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
