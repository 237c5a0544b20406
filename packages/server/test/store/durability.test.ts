import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { openDatabase } from "../../src/store/sqlite/open-database.ts";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { openSqliteStore, SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { StoreError } from "../../src/store/store-error.ts";
import { atMost, figure } from "../reliability/support/numbers.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { runChild } from "./run-child.ts";
import { systemTool } from "./system-tool.ts";
import { append, appendOf, newSession, readAll, readLog, say } from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
vi.setConfig({ testTimeout: atMost(1_200_000) });

const KILLS = figure(20, 500);

const committer = new URL("./children/committer.ts", import.meta.url);

test("[R1] no acked event is lost when the writer is killed", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const acked: string[] = [];
  // A program that ends on its own leaves its compiled code for the others, which then start faster.
  await runChild(committer, [file, "8", "1"]).ended;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = runChild(committer, [file, "8"]);
    await child.printed(1 + ((kill * 37) % 60));
    child.process.kill("SIGKILL");
    expect(await child.ended).toBe("SIGKILL");
    acked.push(...child.lines);
    const store = openSqliteStore(file);
    const there = new Set<string>();
    for (const { sessionId, head } of (await store.sessions({ limit: 100 })).items) {
      const seqs = (await readAll(store, sessionId)).map((event) => event.seq);
      expect(seqs).toEqual(Array.from({ length: head }, (_, index) => index + 1));
      for (const seq of seqs) there.add(`ack ${sessionId} ${seq}`);
    }
    await store.close();
    expect(acked.filter((line) => !there.has(line))).toEqual([]);
  }
  expect(new Set(acked).size).toBe(acked.length);
});

test("[R2] SQLite still waits for the disk after a write", async () => {
  const db = openDatabase(path.join(temporaryFolder(), "log.db"));
  const store = new SqliteStore(db);
  expect(readNumber(db, "PRAGMA synchronous")).toBe(2);
  await store.commit({ created: [newSession("a")], appends: [appendOf("a", [say("x")])] });
  expect(readNumber(db, "PRAGMA synchronous")).toBe(2);
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(readNumber(db, "PRAGMA auto_vacuum")).toBe(2);
  await store.close();
});

// Only strace can see whether a sync comes before an ack; it is not installed or allowed on every machine.
const canTrace = systemTool("strace", "-o", "/dev/null", "true");

test.skipIf(!canTrace)("[R2] every ack comes after a sync of the write-ahead log", () => {
  const folder = temporaryFolder();
  const trace = path.join(folder, "trace");
  const file = path.join(folder, "log.db");
  const options = ["-f", "-y", "-o", trace, "-e", "trace=fsync,fdatasync,write", "-e", "signal=none"];
  const program = [process.execPath, fileURLToPath(committer), file, "1", "20"];
  expect(systemTool("strace", ...options, ...program)).toBe(true);
  const steps = readFileSync(trace, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (/f(data)?sync\(\d+<[^>]*-wal>/.test(line)) return "sync";
      return /write\(1<.*"ack /.test(line) ? "ack" : [];
    });
  expect(steps.filter((step) => step === "ack").length).toBe(20);
  expect(steps.filter((step, index) => step === "ack" && steps[index - 1] !== "sync")).toEqual([]);
});

test("[R3] 64 writers number their events without gaps or duplicates", async () => {
  const store = openForTest();
  const sessionIds = Array.from({ length: 8 }, (_, index) => `s${index}`);
  await store.commit({ created: sessionIds.map((id) => newSession(id)) });
  let conflicts = 0;
  async function write(writer: number): Promise<void> {
    const sessionId = sessionIds[writer % sessionIds.length] as string;
    for (let batch = 0; batch < 10; batch++) {
      const bodies = Array.from({ length: 100 }, (_, index) => say(`${writer}/${batch * 100 + index}`));
      for (;;) {
        try {
          await append(store, sessionId, bodies);
          break;
        } catch (error) {
          if (!(error instanceof StoreError) || error.code !== "conflict") throw error;
          conflicts++;
        }
      }
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
  expect(conflicts).toBeGreaterThan(0);
  const said: string[] = [];
  for (const sessionId of sessionIds) {
    const events = await readAll(store, sessionId);
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 8000 }, (_, index) => index + 1));
    said.push(...events.map((event) => (JSON.parse(event.line) as { text: string }).text));
  }
  expect(new Set(said).size).toBe(64_000);
});

test("[R4] 50 readers that follow the log miss nothing", async () => {
  const store = openForTest();
  const sessionIds = ["a", "b", "c", "d"];
  await store.commit({ created: sessionIds.map((id) => newSession(id)) });
  let isWriting = true;
  const pause = (turn: number) => new Promise((resolve) => setTimeout(resolve, turn % 5));
  const follow = async (reader: number) => {
    const seen: number[] = [];
    for (let turn = reader; ; turn++) {
      const wasWriting = isWriting;
      const page = await store.eventsFrom(seen.at(-1) ?? 0, 1 + (reader % 7) * 10);
      seen.push(...page.map((event) => event.position));
      if (page.length === 0 && !wasWriting) return seen;
      await pause(turn);
    }
  };
  const write = async (sessionId: string) => {
    for (let turn = 0; turn < 30; turn++) {
      await append(store, sessionId, [say("1"), say("2")]);
      await pause(turn);
    }
  };
  const readers = Array.from({ length: 50 }, (_, reader) => follow(reader));
  await Promise.all(sessionIds.map(write));
  isWriting = false;
  const all = (await readLog(store)).map((event) => event.position);
  expect(all.length).toBe(240);
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
});
