import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshBlobs } from "../../src/store/backup/install-restored-log.ts";
import { prepareRestore } from "../../src/store/backup/prepare-restore.ts";
import { writeBackup } from "../../src/store/backup/write-backup.ts";
import { blobFolder, blobIds, writeBlob } from "../../src/store/blob-files.ts";
import { prepareLog, recordLog } from "../../src/store/detect-lost-log.ts";
import { logFile } from "../../src/store/log-file.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { runChild } from "./run-child.ts";
import { append, newSession, readAll, say } from "./write-log.ts";

const restorer = new URL("./children/restorer.ts", import.meta.url);
const idOf = (text: string) => createHash("sha256").update(text).digest("hex");
const keepOutput = (home: string, text: string) =>
  writeBlob(blobFolder(home), "a", idOf(text), Buffer.from(text));

/** A home whose log was not closed, with a session, a large output and a backup of an older state. */
async function makeUsedHome(): Promise<{ home: string; backup: string }> {
  const folder = temporaryFolder();
  const source = path.join(folder, "source");
  const home = path.join(folder, "home");
  for (const each of [source, home]) mkdirSync(each);
  const store = openForTest(logFile(source));
  await store.commit({ created: [newSession("a")] });
  await append(store, "a", [say("old")]);
  await keepOutput(source, "old output");
  const backup = path.join(folder, "backup.db");
  await writeBackup(store, source, backup);
  await append(store, "a", [say("new")]);
  for (const end of ["", "-wal"]) copyFileSync(logFile(source) + end, logFile(home) + end);
  await keepOutput(home, "new output");
  recordLog(home);
  return { home, backup };
}

async function stateOf(home: string): Promise<{ said: number; outputs: string[] }> {
  prepareLog(home);
  const store = openForTest(logFile(home));
  const said = (await readAll(store, "a")).length;
  await store.close();
  return { said, outputs: await blobIds(blobFolder(home), "a") };
}

const before = { said: 2, outputs: [idOf("new output")] };
const after = { said: 1, outputs: [idOf("old output")] };

test("[R26] a restore that is killed before any of its steps leaves the old log or the new one, complete", async () => {
  for (let step = 0, steps = 0; step <= steps; step++) {
    const { home, backup } = await makeUsedHome();
    const child = runChild(restorer, [home, backup, `${step}`]);
    expect(await child.ended).toBe("SIGKILL");
    steps = Number(child.lines[0]);
    expect({ step, ...(await stateOf(home)) }).toEqual({ step, ...(step === 0 ? before : after) });
    // No step remains, and the old log still exists.
    expect(await stateOf(home)).toEqual(step === 0 ? before : after);
    const names = readdirSync(home);
    expect(names.filter((name) => /restored|journal/.test(name))).toEqual([]);
    expect(names.some((name) => name.startsWith("polylog.db.replaced-"))).toBe(step > 0);
  }
});

test("[ST2] a log that is missing or empty in a used home is an error that names the newest backup and the command", async () => {
  const { home, backup } = await makeUsedHome();
  const store = openForTest(logFile(home));
  const named = path.join(path.dirname(backup), "my backup.db");
  await writeBackup(store, home, named);
  await store.close();
  const record = path.join(home, "log.json");
  const advice = `but this home folder had a log before. The newest backup is ${named}. To restore it, run: polylog restore '${named}'. To start with an empty log, delete ${record}.`;
  writeFileSync(logFile(home), "");
  expect(() => prepareLog(home)).toThrow(`${logFile(home)} is empty, ${advice}`);
  rmSync(logFile(home));
  expect(() => prepareLog(home)).toThrow(`${logFile(home)} is missing, ${advice}`);
  rmSync(named);
  expect(() => prepareLog(home)).toThrow("No backup is known. If you have one, run: polylog restore FILE.");
  rmSync(record);
  prepareLog(home);
});

test("[ST2] a fresh home starts, also one whose first start was killed before anything was written", () => {
  const home = temporaryFolder();
  prepareLog(home);
  writeFileSync(logFile(home), "");
  prepareLog(home);
  expect(existsSync(path.join(home, "log.json"))).toBe(false);
});

test("[R40] a backup is copied, checked and unpacked in a separate thread", async () => {
  const { home, backup } = await makeUsedHome();
  const here: string[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (this: DatabaseSync, sql) {
    here.push(sql);
    return prepare.call(this, sql);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const prepared = await prepareRestore(home, backup, null);
  expect(prepared).toMatchObject({ sessions: 1, events: 1, damaged: [], policies: [], omitted: 0 });
  expect(await blobIds(freshBlobs(home), "a")).toEqual([idOf("old output")]);
  expect(here.filter((sql) => /integrity_check|\bevents\b|\bblobs\b/.test(sql))).toEqual([]);
});
