import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Backend } from "@polylog/core";
import { expect, test } from "vitest";
import { openPieces } from "../reliability/support/pieces.ts";
import { openMemoryStore } from "../support/memory-store.ts";

test("a start reads the sessions that have queued messages, not all sessions", async () => {
  const store = openMemoryStore();
  const created = Array.from({ length: 1000 }, (_, at) => `s${at}`);
  for (const sessionId of created)
    await store.commit({ created: [{ sessionId, projectRoot: "/p", agentId: "agent", createdTs: 1 }] });
  const read: string[] = [];
  const { sessions } = store;
  store.sessions = async (query) => {
    const page = await sessions.call(store, query);
    read.push(...page.items.map(({ sessionId }) => sessionId));
    return page;
  };
  const folder = mkdtempSync(path.join(tmpdir(), "polylog-queued-"));
  const { services, log } = await openPieces({ folder, store, backend: { name: "none" } as Backend });
  const session = await log.session("s500");
  const item = { itemId: "i", text: "later", addedTs: 1 };
  const paused = { reason: "held" };
  const body = { type: "queue_updated" as const, agentId: "agent", items: [item], paused };
  await log.append(session, { bodies: [body], refusable: false });
  const found: string[] = [];
  for await (const actor of services.actors.withQueues()) found.push(actor.session.sessionId);
  expect([found, read]).toEqual([["s500"], ["s500"]]);
});
