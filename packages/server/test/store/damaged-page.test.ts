import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { StoredEvent } from "../../src/store/store.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { answer, append, newSession, readAll, say } from "./write-log.ts";

const sessionIds = ["alpha", "beta", "gamma"];
const PAGE = 4096;

/** A closed log in which each session has separate pages, and the place of one of its texts in the file. */
async function makeLog(): Promise<string> {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openSqliteStore(file);
  await store.commit({ created: sessionIds.map((id) => newSession(id)) });
  for (const id of sessionIds) {
    for (let turn = 0; turn < 40; turn++) {
      const ask = {
        type: "permission_request" as const,
        requestId: `${id}-ask`,
        toolName: "Bash",
        options: [],
      };
      const asks = turn === 20 ? [ask] : [];
      await append(store, id, [
        say(`${id} asks number${turn}`),
        answer(`${id} replies. `.repeat(40)),
        ...asks,
      ]);
    }
  }
  await store.close();
  return file;
}

/** Overwrites the page of the events table that holds the text. */
function damagePage(file: string, text: string, content: number): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(`"${text}"`);
  if (at === -1) throw new Error(`The log does not hold ${text}.`);
  bytes.fill(content, at - (at % PAGE), at - (at % PAGE) + PAGE);
  writeFileSync(file, bytes);
}

for (const content of [0x00, 0xa5]) {
  for (const turn of [5, 30]) {
    test(`[R25] a page of message ${turn} is overwritten with ${content}: verify names its session, and everything else works for the others`, async () => {
      const file = await makeLog();
      damagePage(file, `beta asks number${turn}`, content);
      damagePage(file, "beta-ask", content);
      const store = openForTest(file);
      expect(await store.verify()).toEqual({ damaged: ["beta"] });
      await expect(readAll(store, "beta")).rejects.toMatchObject({ code: "broken", sessionId: "beta" });
      for (const id of ["alpha", "gamma"]) {
        expect((await readAll(store, id)).length).toBe(81);
        const hits = await store.search(`${id} asks number39`, 100);
        expect(hits.map(({ sessionId }) => sessionId)).toContain(id);
        await append(store, id, [say("the others go on")]);
      }
      const followed: StoredEvent[] = [];
      for (let after = 0; ; after = followed.at(-1)?.position as number) {
        const page = await store.eventsFrom(after, 50);
        if (page.length === 0) break;
        followed.push(...page);
      }
      for (const id of ["alpha", "gamma"])
        expect(followed.filter(({ sessionId }) => sessionId === id)).toEqual(await readAll(store, id));
      expect((await store.asks({ limit: 10 })).map(({ askId }) => askId)).toEqual(["gamma-ask", "alpha-ask"]);
      expect((await store.search("replies", 1000)).map(({ sessionId }) => sessionId)).toContain("gamma");
      expect((await store.sessions({ limit: 10 })).items.length).toBe(3);
      await store.commit({ deleted: ["alpha"] });
      await store.commit({ deleted: ["beta"] });
      expect(await store.verify()).toEqual({ damaged: [] });
      await append(store, "gamma", [say("after the deletion")]);
      expect((await store.search("after the deletion", 10)).length).toBe(1);
      await store.close();
      const again = openForTest(file);
      expect((await readAll(again, "gamma")).length).toBe(83);
      await append(again, "gamma", [say("after a restart")]);
      await again.close();
    });
  }
}

test("[R25] a damaged page after a rewound head harms nothing until new events reach it, and then only their session", async () => {
  const file = await makeLog();
  damagePage(file, "beta asks number30", 0xa5);
  const store = openForTest(file);
  await store.commit({ rewound: [{ sessionId: "beta", seq: 10, rev: 2 }] });
  await append(store, "beta", [say("after the cut")]);
  expect((await readAll(store, "beta")).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 11 }, (_, index) => index + 1),
  );
  expect(await store.verify()).toEqual({ damaged: [] });
  const many = Array.from({ length: 70 }, (_, index) => say(`more ${index}`));
  await expect(append(store, "beta", many)).rejects.toMatchObject({ code: "broken", sessionId: "beta" });
  await append(store, "gamma", [say("the others go on")]);
  expect((await readAll(store, "beta")).length).toBe(11);
});
