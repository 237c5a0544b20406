import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { EventStore, StoredEvent } from "../../src/store/store.ts";
import { StoreError } from "../../src/store/store-error.ts";
import { temporaryFolder } from "./open-store.ts";
import { answer, append, newSession, readAll, readLog, say } from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
const sessionIds = ["alpha", "beta", "gamma"];

interface Sample {
  readonly folder: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly log: readonly StoredEvent[];
}

/** A closed log of three sessions, all of it in one file. */
async function sampleLog(): Promise<Sample> {
  const folder = temporaryFolder();
  const file = path.join(folder, "sound.db");
  const store = openSqliteStore(file);
  await store.commit({ created: sessionIds.map((id) => newSession(id)) });
  for (let turn = 0; turn < 20; turn++) {
    for (const id of sessionIds)
      await append(store, id, [say(`${id} asks ${turn}`), answer(`Reply ${turn}. `.repeat(turn))]);
  }
  await append(store, "alpha", [
    { type: "permission_request", requestId: "q", toolName: "Bash", options: [] },
  ]);
  const log = await readLog(store);
  await store.close();
  return { folder, file, bytes: readFileSync(file), log };
}

function withFlippedBit({ folder, bytes }: Sample, bit: number): string {
  const file = path.join(folder, `flipped-${bit}.db`);
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  writeFileSync(file, copy);
  return file;
}

/** Small and repeatable; no test needs better random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("[R25] a flipped bit in a line breaks its session and no other", async () => {
  const sample = await sampleLog();
  const random = numbers(25);
  const lines = sample.log.filter((event) => event.sessionId === "beta");
  for (let flip = 0; flip < 25; flip++) {
    const { line } = lines[random(lines.length)] as StoredEvent;
    const at = sample.bytes.indexOf(line);
    // A line that is split between pages is not found as one text.
    if (at === -1) continue;
    const store = openSqliteStore(withFlippedBit(sample, at * 8 + random(Buffer.byteLength(line) * 8)));
    const broken = { name: "StoreError", code: "broken", sessionId: "beta" };
    await expect(readAll(store, "beta")).rejects.toMatchObject(broken);
    await expect(readLog(store)).rejects.toMatchObject(broken);
    const others = sample.log.filter((event) => event.sessionId !== "beta");
    expect(await store.eventsFrom(0, 1000, new Set(["beta"]))).toEqual(others);
    for (const id of ["alpha", "gamma"]) {
      expect(await readAll(store, id)).toEqual(sample.log.filter((event) => event.sessionId === id));
    }
    expect(await store.verify()).toEqual({ damaged: ["beta"] });
    await store.search("beta asks reply", 100);
    await append(store, "alpha", [say("the others go on")]);
    await store.commit({ deleted: ["beta"] });
    expect(await store.verify()).toEqual({ damaged: [] });
    await store.close();
  }
});

test("[R25] a damaged ask is reported in requests for its session, and left out of lists over all sessions", async () => {
  const sample = await sampleLog();
  const line = sample.log.at(-1)?.line as string;
  const store = openSqliteStore(
    withFlippedBit(sample, (sample.bytes.indexOf(line) + line.indexOf("Bash")) * 8),
  );
  expect(await store.asks({ state: "pending", limit: 10 })).toEqual([]);
  const broken = { code: "broken", sessionId: "alpha" };
  await expect(store.ask("q")).rejects.toMatchObject(broken);
  await expect(store.asks({ sessionId: "alpha", limit: 10 })).rejects.toMatchObject(broken);
  await store.close();
});

async function isDetected(store: EventStore, log: readonly StoredEvent[]): Promise<boolean> {
  try {
    for (const id of sessionIds) {
      const events = await readAll(store, id);
      const sound = log.filter((event) => event.sessionId === id);
      if (JSON.stringify(events) !== JSON.stringify(sound)) return (await store.verify()).damaged.length > 0;
    }
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === "broken") return true;
    throw error;
  }
}

async function expectDetected(sample: Sample, bit: number): Promise<void> {
  const file = withFlippedBit(sample, bit);
  let store: EventStore;
  try {
    store = openSqliteStore(file);
  } catch (error) {
    expect(error).toMatchObject({ name: "StoreError" });
    return;
  }
  expect({ bit, noticed: await isDetected(store, sample.log) }).toEqual({ bit, noticed: true });
  await store.close().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
}

test("[R25] for any flipped bit, a read is correct or the damage is reported", async () => {
  const sample = await sampleLog();
  const random = numbers(4);
  for (let flip = 0; flip < 60; flip++) await expectDetected(sample, random(sample.bytes.length * 8));
});

test("[R25] a misleading index is detected", async () => {
  const sample = await sampleLog();
  const db = new DatabaseSync(sample.file, { readOnly: true });
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = 'events_by_seq'").all();
  db.close();
  const random = numbers(5);
  for (let flip = 0; flip < 100; flip++) {
    const page = Number(pages[random(pages.length)]?.pageno) - 1;
    await expectDetected(sample, page * 4096 * 8 + random(4096 * 8));
  }
});

test("[R25] a file that is not a log is rejected and left unchanged", () => {
  const folder = temporaryFolder();
  const text = path.join(folder, "notes.txt");
  writeFileSync(text, "These are notes, and not a database. ".repeat(100));
  const copy = path.join(folder, "copy.txt");
  copyFileSync(text, copy);
  expect(() => openSqliteStore(text)).toThrow(
    expect.objectContaining({ name: "StoreError", code: "broken" }),
  );
  expect(readFileSync(text)).toEqual(readFileSync(copy));
});
