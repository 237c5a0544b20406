import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  forgetInJournal,
  type JournalLine,
  readJournal,
  writeJournal,
} from "../../src/checkpoint/journal.ts";

const saved: JournalLine = { kind: "saved", sessionId: "s1", runId: null, hash: "a" };

async function newFolder(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "polylog-journal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, file: path.join(folder, "journal.jsonl") };
}

test("[CP16] a project without a journal has no changes", async () => {
  const { folder } = await newFolder();
  expect(await readJournal(folder)).toEqual([]);
  await writeJournal(folder, saved);
  expect(await readJournal(folder)).toEqual([saved]);
});

test("[CP7] a journal that cannot be read is an error and is not replaced by an empty one", async () => {
  const { folder, file } = await newFolder();
  // A folder with this name cannot be read as a file, not even by root.
  await mkdir(file);
  await writeFile(path.join(file, "kept"), "kept");
  const unreadable = { code: "checkpoint_unavailable", details: { file } };
  await expect(readJournal(folder)).rejects.toMatchObject(unreadable);
  await expect(forgetInJournal(folder, "s2")).rejects.toMatchObject(unreadable);
  expect(await readFile(path.join(file, "kept"), "utf8")).toBe("kept");
});
