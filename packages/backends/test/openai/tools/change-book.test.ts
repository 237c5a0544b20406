import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ChangeBook } from "../../../src/openai/tools/change-book.ts";
import { limits } from "../../../src/openai/tools/limits.ts";
import { newBench } from "./bench.ts";

test("[T13] a run's report tells each file once, from how it was first to how it is last", async () => {
  const { run, changes } = await newBench({ a: "one\ntwo\nthree\n", back: "same\n" });
  for (const file_path of ["a", "back"]) await run("Read", { file_path });
  await run("Edit", { file_path: "a", old_string: "two", new_string: "2" });
  await run("Edit", { file_path: "a", old_string: "2", new_string: "zwei" });
  await run("Write", { file_path: "new/file", content: "n\n" });
  await run("Edit", { file_path: "back", old_string: "same", new_string: "other" });
  await run("Edit", { file_path: "back", old_string: "other", new_string: "same" });
  expect(changes.report()).toEqual({
    files: [
      {
        path: "a",
        status: "modified",
        added: 1,
        removed: 1,
        diff: "@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n",
      },
      { path: "new/file", status: "added", added: 1, removed: 0, diff: "@@ -0,0 +1,1 @@\n+n\n" },
    ],
    truncatedCount: 0,
  });
});

test("[T13] where nothing changed there is no report", () => {
  expect(new ChangeBook().report()).toBe(null);
  expect(new ChangeBook().report({ files: [], truncatedCount: 0 })).toBe(null);
});

test("[T13] a report has 20 files with 12,000 characters of each difference, and counts the others", () => {
  const book = new ChangeBook();
  const line = `${"x".repeat(98)}\n`;
  for (let file = 0; file < 600; file++)
    book.note(`/p/${file}`, `${file}`, null, line.repeat(file < 2 ? 200 : 1));
  const report = book.report();
  const diff = (lines: number, added: number) => `@@ -0,0 +1,${added} @@\n${`+${line}`.repeat(lines)}`;
  expect(report).toEqual({
    files: Array.from({ length: 20 }, (_, file) => ({
      ...{ path: `${file}`, status: "added", removed: 0, added: file < 2 ? 200 : 1 },
      diff: file < 2 ? `${diff(119, 200)}\\ The rest is left out.\n` : diff(1, 1),
    })),
    truncatedCount: 580,
  });
});

test("[T13] texts that are too much to keep are told without a difference", () => {
  const book = new ChangeBook();
  const half = "x".repeat(limits.bookChars / 2 + 1);
  book.note("/p/a", "a", half, half.slice(1));
  book.note("/p/b", "b", "1\n", "2\n");
  expect(book.report()).toEqual({
    files: [
      { path: "a", status: "modified" },
      { path: "b", status: "modified", added: 1, removed: 1, diff: "@@ -1,1 +1,1 @@\n-1\n+2\n" },
    ],
    truncatedCount: 0,
  });
});

test("[T13] what a checkpoint tells comes first; of what it does not know the book tells", async () => {
  const { run, changes, root } = await newBench({ a: "1\n" });
  await run("Read", { file_path: "a" });
  await run("Edit", { file_path: "a", old_string: "1", new_string: "2" });
  await run("Write", { file_path: "ignored.log", content: "log\n" });
  await run("Write", { file_path: "old-name", content: "x\n" });
  rmSync(path.join(root, "old-name"));
  const since = {
    files: [
      { path: "a", status: "modified" as const, added: 9, removed: 9, diff: "@@ by a command @@\n" },
      { path: "new-name", oldPath: "old-name", status: "renamed" as const },
    ],
    truncatedCount: 3,
  };
  expect(changes.report(since)).toEqual({
    files: [
      ...since.files,
      { path: "ignored.log", status: "added", added: 1, removed: 0, diff: "@@ -0,0 +1,1 @@\n+log\n" },
    ],
    truncatedCount: 3,
  });
});
