import { allRoutes } from "@polylog/core";
import { expect, test } from "vitest";
import type { z } from "zod";
import { limits } from "../../src/limits.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { appendOf, newSession, say } from "../store/write-log.ts";

/** More than any route returns at once. */
const EVENTS = limits.pageEvents + 100;
const SESSIONS = limits.pageSessions + 50;

const paged: Readonly<Record<string, { at: string; list: string; cursor: string; rows: number }>> = {
  "/api/sessions": { at: "/api/sessions?", list: "sessions", cursor: "cursor", rows: SESSIONS },
  "/api/sessions/{session_id}/events": {
    at: "/api/sessions/s1/events?",
    ...{ list: "events", cursor: "after", rows: EVENTS },
  },
  "/api/plugins/sessions/operations/events": {
    at: "/api/plugins/sessions/operations/events?sessionId=s1&",
    ...{ list: "events", cursor: "after", rows: EVENTS },
  },
};

test("[H5] a page whose limit is too large contains the maximum number of rows and states where the next one begins, on every paged route", async () => {
  const home = makeHome({ agent: {} });
  const store = openSqliteStore(`${home.folder}/polylog.db`);
  const names = Array.from({ length: SESSIONS }, (_, index) => `s${index + 1}`);
  const words = Array.from({ length: EVENTS }, (_, index) => say(`message ${index}`));
  await store.commit({
    created: names.map((sessionId) => newSession(sessionId)),
    appends: [appendOf("s1", words)],
  });
  await store.close();
  const { client } = await startHere(home);

  const limited = allRoutes.filter(({ query }) => "limit" in ((query as z.ZodObject)?.shape ?? {}));
  expect(limited.map(({ path }) => path).sort()).toEqual(Object.keys(paged).sort());
  for (const { at, list, cursor, rows } of Object.values(paged)) {
    for (const limit of [7, 1_000_000]) {
      const seen = new Set<unknown>();
      let after = "";
      for (;;) {
        const page = await client.get<Record<string, unknown>>(`${at}limit=${limit}${after}`);
        const items = page[list] as readonly { session_id?: string; seq?: number }[];
        for (const { session_id, seq } of items) seen.add(list === "events" ? seq : session_id);
        if (page.next === null) break;
        expect(items.length).toBeLessThanOrEqual(limit);
        after = `&${cursor}=${encodeURIComponent(String(page.next))}`;
      }
      expect([at, limit, seen.size]).toEqual([at, limit, rows]);
    }
  }
});
