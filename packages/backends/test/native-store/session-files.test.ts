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

test("[NS1] lines that are not objects are counted, and an incomplete last line is ignored", async () => {
  expect(await linesOf('{"a":1}\n7\n\n{"b":\n{"c":"\u2028"}\n{"cut":tr')).toEqual({
    lines: [{ a: 1 }, { c: "\u2028" }],
    read: { ok: true, broken: 2 },
  });
  expect(await linesOf('{"a":1}')).toEqual({ lines: [{ a: 1 }], read: { ok: true, broken: 0 } });
});

test("[NS1] any file is either read completely or refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect((await linesOf(bytes)).read.ok).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("[NS2] a file over the limit is refused before it is read, and only regular files count", async () => {
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
    throw new Error("Unexpected read");
  };
  expect([await readLines(large, take), await readLines(none, take), await readLines(folder, take)]).toEqual([
    {
      ok: false,
      code: "too_large",
      message: "The session is too large to import: 65 MB. The limit is 64 MB.",
    },
    { ok: false, code: "not_found", message: "Session not found." },
    { ok: false, code: "not_found", message: "Session not found." },
  ]);
  expect((await sessionFiles(folder)).map(({ file }) => file)).toEqual([large]);
});
