import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { test } from "vitest";
import { atMost, figure } from "../reliability/support/numbers.ts";
import { commands } from "./commands.ts";
import { type Model, newModel } from "./model.ts";
import { Real } from "./real.ts";

const RUNS = figure(200, 5000);
const SESSIONS = 2;

test(`[R10][R11][R12][R14][R16] ${RUNS} random histories: the server behaves like its model`, {
  timeout: atMost(3_600_000),
}, async () => {
  const tell = async (story: Iterable<fc.AsyncCommand<Model, Real>>) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-model-"));
    const real = new Real(folder);
    try {
      await real.open();
      for (let count = 0; count < SESSIONS; count++) await real.addSession();
      await fc.asyncModelRun(() => ({ model: newModel(SESSIONS), real }), story);
    } finally {
      await real.end();
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await fc.assert(fc.asyncProperty(commands, tell), { numRuns: RUNS, seed: 1016, endOnFailure: false });
});
