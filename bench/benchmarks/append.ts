import { deepStrictEqual } from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { toSnapshot } from "@polylog/core";
import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, ratio } from "../measure.ts";
import { appendToDriver, linesOfDriver } from "../peers/bare-sqlite.ts";
import { appendToFile, linesOfFile } from "../peers/file-log.ts";
import { foldLive } from "../peers/polylog.ts";
import { appendToLog, appendToStore, linesOfStore } from "../peers/polylog-log.ts";
import { codingSession } from "../workload/coding-session.ts";
import { received, toLines } from "../workload/lines.ts";

/**
 * Commits in a sample, by events in a commit: enough to smooth out slow periods of the disk, and to include writes of
 * the search index, which indexes texts in batches.
 */
const commits = { 1: 600, 10: 200, 100: 60 } as const;
const ROUNDS = 9;

/** Goal 5: the overhead of the log over a write that is on disk when it is acknowledged. */
export const append: Benchmark = {
  about: "events to the disk, in commits of 1, 10 and 100",
  run: async () => {
    const findings: Finding[] = [];
    for (const batch of [1, 10, 100] as const) findings.push(...(await appendBy(batch)));
    return findings;
  },
};

async function appendBy(batch: keyof typeof commits): Promise<Finding[]> {
  const length = batch * commits[batch];
  const events = received(codingSession(length, 1).slice(0, length));
  const lines = toLines(events);
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-bench-"));
  let count = 0;
  const fresh = () => path.join(folder, `${++count}`);
  try {
    deepStrictEqual(await linesOfStore(await appendToStore(fresh(), events, batch)), lines);
    deepStrictEqual(linesOfDriver(appendToDriver(fresh(), events, batch)), lines);
    deepStrictEqual(linesOfFile(appendToFile(fresh(), events, batch)), lines);
    const logged = await appendToLog(fresh(), events, batch);
    const { main } = toSnapshot(logged.conversation);
    deepStrictEqual(main.entries.length, toSnapshot(foldLive(events)).main.entries.length);
    // Wall-clock time, because waiting for the disk is what this measures.
    const each = (spent: { readonly ms: number }) => (spent.ms * 1000) / length;
    const samples = await interleave(ROUNDS, {
      store: async () => each(await appendToStore(fresh(), events, batch)),
      log: async () => each(await appendToLog(fresh(), events, batch)),
      driver: () => each(appendToDriver(fresh(), events, batch)),
      file: () => each(appendToFile(fresh(), events, batch)),
    });
    const [store, log, driver, file] = (["store", "log", "driver", "file"] as const).map((name) =>
      measured(names[name], samples[name], "µs"),
    );
    const by = `commits of ${batch}`;
    // The events that fit into the time the driver takes for one: the driver's time divided by ours.
    return [
      {
        name: `${by}: store / bare node:sqlite`,
        ratio: ratio(samples.driver, samples.store),
        goal: { atLeast: 0.7 },
        measured: [store, driver],
      },
      {
        name: `${by}: whole ingest / bare node:sqlite`,
        ratio: ratio(samples.driver, samples.log),
        goal: null,
        measured: [log, file],
      },
    ] as Finding[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const names = {
  store: "store",
  log: "ingest",
  driver: "node:sqlite",
  file: "append and fdatasync",
} as const;
