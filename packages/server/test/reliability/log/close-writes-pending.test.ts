import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Hub } from "../../../src/hub/hub.ts";
import { Log } from "../../../src/log/log.ts";
import { openMemoryStore } from "../../support/memory-store.ts";
import { frameOf } from "../support/pieces.ts";
import { wrapStore } from "../support/wrapped-store.ts";

test("[R1] events appended before a stop are written, even while a commit is in progress", async () => {
  const memory = openMemoryStore();
  const store = wrapStore(memory, {
    commit: async (work) => {
      await sleep(20);
      return memory.commit(work);
    },
  });
  let ids = 0;
  const stamps = { now: () => 1, newId: () => `id-${++ids}`, onHealth: () => undefined };
  const log = new Log({ store, hub: new Hub(store, 0, frameOf), ...stamps });
  const created = { sessionId: "s", projectRoot: "/p", agentId: "a", createdTs: 1 };
  const session = log.begin(created);
  const note = (text: string) => ({ bodies: [{ type: "notice" as const, text }], refusable: true });
  const first = log.append(session, { ...note("first"), created });
  // The first is being committed when the others arrive.
  await sleep(5);
  const others = [log.append(session, note("second")), log.append(session, note("third"))];
  await log.close();
  const written = await Promise.all([first, ...others]);
  expect(written.flat().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect((await memory.events("s", 0, 10)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await expect(log.append(session, note("too late"))).rejects.toMatchObject({ code: "degraded" });
});
