import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { phrasesOf } from "../../src/store/search/search-text.ts";
import { snippetOf } from "../../src/store/search/snippet.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { answer, append, delta, newSession, say } from "./write-log.ts";

/** Texts are added to the index in batches, invisibly to a search. */

const seqs = (hits: readonly { readonly seq: number }[]) => hits.map(({ seq }) => seq);

test("texts that were not indexed when the log was closed are found after it is opened again, and indexed later", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openSqliteStore(file);
  await store.commit({ created: [newSession("a")] });
  await append(store, "a", [say("needle one"), delta(0, "x"), answer("needle two")]);
  expect(seqs(await store.search("needle", 10))).toEqual([3, 1]);
  await store.close();
  const again = openForTest(file);
  expect(seqs(await again.search("needle", 10))).toEqual([3, 1]);
  const more = Array.from({ length: 40 }, (_, index) => 4 + index);
  for (const seq of more) await append(again, "a", [say(`needle ${seq}`)]);
  expect(seqs(await again.search("needle", 100))).toEqual([...more.toReversed(), 3, 1]);
});

test("texts that were cut or deleted before they were indexed are not found, then or later", async () => {
  const store = openForTest(path.join(temporaryFolder(), "log.db"));
  await store.commit({ created: [newSession("a"), newSession("b")] });
  await append(store, "a", [say("needle stays"), say("needle goes")]);
  await append(store, "b", [say("needle goes too")]);
  await store.commit({ rewound: [{ sessionId: "a", seq: 1, rev: 2 }], deleted: ["b"] });
  const found = async () => (await store.search("needle", 10)).map(({ sessionId, seq }) => [sessionId, seq]);
  expect(await found()).toEqual([["a", 1]]);
  for (let count = 0; count < 40; count++) await append(store, "a", [say("hay")]);
  expect(await found()).toEqual([["a", 1]]);
});

/** The result of a search without an index, which scans every text, newest first. */
function scan(texts: readonly string[], query: string) {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return [];
  return texts
    .map((text, index) => ({ seq: index + 1, snippet: snippetOf(text, phrases) }))
    .filter(({ snippet }) => snippet !== null)
    .toReversed();
}

test("for any number and content of texts, the index finds the same as a scan", async () => {
  const word = fc.constantFrom(
    ...[
      "needle",
      "Needle's",
      "café",
      "CAFE",
      "snake_case",
      "日本語",
      "ไทย",
      "x".repeat(70),
      "x".repeat(64),
      "42",
    ],
  );
  const gap = fc.constantFrom(" ", "\u00a0", "\u2028", "-", "\n", "");
  const text = fc
    .array(fc.tuple(word, gap), { minLength: 1, maxLength: 5 })
    .map((pairs) => pairs.flat().join(""));
  const commits = fc.array(fc.array(text, { minLength: 1, maxLength: 9 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(commits, fc.array(text, { minLength: 3, maxLength: 3 }), async (written, queries) => {
      const store = openForTest();
      await store.commit({ created: [newSession("a")] });
      for (const texts of written) await append(store, "a", texts.map(say));
      for (const query of queries) {
        const hits = await store.search(query, 1000);
        const rest = { sessionId: "a", title: null, projectRoot: newSession("a").projectRoot };
        expect(hits).toEqual(scan(written.flat(), query).map((hit) => ({ ...rest, ...hit })));
      }
    }),
    { numRuns: 60 },
  );
});
