import { expect, test } from "vitest";
import type { Append } from "../../../src/store/store.ts";
import type { OpenStore } from "../contract.ts";
import { append, appendOf, type Body, newSession, readAll, readLog, say } from "../write-log.ts";

const { summary } = appendOf("whole", []);
const created = newSession("whole");
const asked: readonly Body[] = [
  say("staged words"),
  { type: "run_started", runId: "r1" },
  { type: "permission_request", runId: "r1", requestId: "q1", toolName: "Bash", options: [] },
];

/** A batch of one event each. `between` is called before each. */
async function* batchesOf(
  bodies: readonly Body[],
  between: (index: number) => Promise<unknown>,
): AsyncGenerator<Append["events"]> {
  const { events } = appendOf("whole", bodies);
  for (const [index, event] of events.entries()) {
    await between(index);
    yield [event];
  }
}

export function wholeSessionContract(open: OpenStore): void {
  test("[R41] a session is invisible until it is completely written, and then follows the other writes made meanwhile", async () => {
    const store = open();
    await store.commit({ created: [newSession("other")] });
    const seen = async () => ({
      session: await store.session("whole"),
      listed: (await store.sessions({ limit: 10 })).items.map(({ sessionId }) => sessionId),
      events: await store.events("whole", 0, 10),
      log: (await readLog(store)).map(({ sessionId }) => sessionId),
      isHead: (await store.head()) === (await readLog(store)).at(-1)?.position,
      found: await store.search("staged", 10),
      runs: await store.runs({ limit: 10 }),
      ask: await store.ask("q1"),
      documents: await store.documents("note"),
    });
    const nothing = { session: null, events: [], found: [], runs: [], ask: null, documents: [] };
    const before: unknown[] = [];
    const written = await store.writeSession({
      sessionId: "whole",
      batches: batchesOf(asked, async (index) => {
        await append(store, "other", [say(`said meanwhile ${index}`)]);
        before.push(await seen());
      }),
      finish: () => ({ created, summary, documents: [{ kind: "note", key: "k", value: 1 }] }),
    });
    expect(before).toEqual(
      asked.map((_, index) => ({
        ...nothing,
        listed: ["other"],
        log: Array(index + 1).fill("other"),
        isHead: true,
      })),
    );
    expect(await seen()).toEqual({
      session: expect.objectContaining({ sessionId: "whole", head: 3, rev: 1, agentId: "claude" }),
      listed: ["whole", "other"],
      events: await readAll(store, "whole"),
      log: ["other", "other", "other", "whole", "whole", "whole"],
      isHead: true,
      found: [expect.objectContaining({ sessionId: "whole", seq: 1 })],
      runs: [expect.objectContaining({ runId: "r1" })],
      ask: expect.objectContaining({ askId: "q1", state: "pending" }),
      documents: [{ key: "k", value: 1 }],
    });
    expect(written).toEqual({ events: 3, position: await store.head() });
    await append(store, "other", [say("later")]);
    await append(store, "whole", [say("goes on")]);
    expect((await readLog(store)).slice(-2).map(({ sessionId }) => sessionId)).toEqual(["other", "whole"]);
    expect((await store.search("meanwhile", 10)).length).toBe(3);
    expect((await store.search("goes", 10)).length).toBe(1);
  });

  test("[R41] a session that fails midway leaves nothing, and its ID is free", async () => {
    const store = open();
    const failing = store.writeSession({
      sessionId: "whole",
      batches: batchesOf(asked, async (index) => {
        if (index === 2) throw new Error("the source ended");
      }),
      finish: () => ({ created, summary }),
    });
    await expect(failing).rejects.toThrow("the source ended");
    expect([await readLog(store), await store.runs({ limit: 10 })]).toEqual([[], []]);
    const again = { sessionId: "whole", finish: () => ({ created, summary }) };
    await store.writeSession({ ...again, batches: batchesOf(asked, async () => {}) });
    expect((await readAll(store, "whole")).length).toBe(3);
    const third = store.writeSession({ ...again, batches: batchesOf(asked, async () => {}) });
    await expect(third).rejects.toMatchObject({ code: "conflict", sessionId: "whole" });
    expect((await readAll(store, "whole")).length).toBe(3);
  });
}
