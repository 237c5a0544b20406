import { appendFile, mkdir, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/native-store/limits.ts";
import { readLines, sessionFiles } from "../../src/native-store/session-files.ts";
import { temporaryFolder } from "../node-program.ts";

async function linesOf(content: string | Uint8Array) {
  const file = path.join(temporaryFolder(), "a.jsonl");
  await writeFile(file, content);
  const lines: unknown[] = [];
  const read = await readLines(file, (value) => lines.push(value));
  return { lines, read };
}

test("[NS1] lines that are no objects are counted, and one that an end cut off is not there", async () => {
  expect(await linesOf('{"a":1}\n7\n\n{"b":\n{"c":"\u2028"}\n{"cut":tr')).toEqual({
    lines: [{ a: 1 }, { c: "\u2028" }],
    read: { ok: true, broken: 2 },
  });
  expect(await linesOf('{"a":1}')).toEqual({ lines: [{ a: 1 }], read: { ok: true, broken: 0 } });
});

test("[NS1] whatever a file holds, it is read to its end or refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect((await linesOf(bytes)).read.ok).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("[NS2] a file past the bound is refused before it is read, and what is no file is none", async () => {
  const folder = temporaryFolder();
  const [large, none] = ["large", "none"].map((name) => path.join(folder, `${name}.jsonl`)) as [
    string,
    string,
  ];
  await writeFile(large, "");
  await truncate(large, limits.fileBytes);
  await appendFile(large, "x");
  await mkdir(none);
  const take = () => {
    throw new Error("Nothing is to be read.");
  };
  expect([await readLines(large, take), await readLines(none, take), await readLines(folder, take)]).toEqual([
    {
      ok: false,
      code: "too_large",
      message: "The session is too large to import: 65 MB. The limit is 64 MB are read.",
    },
    { ok: false, code: "not_found", message: "Session not found." },
    { ok: false, code: "not_found", message: "Session not found." },
  ]);
  expect((await sessionFiles(folder)).map(({ file }) => file)).toEqual([large]);
});
