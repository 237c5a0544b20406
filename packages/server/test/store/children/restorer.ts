import { writeSync } from "node:fs";
import { restoreSteps, writeJournal } from "../../../src/store/backup/install-restored-log.ts";
import { prepareRestore } from "../../../src/store/backup/prepare-restore.ts";

/** Restores a backup and is killed before the given step; prints the number of steps. */

const [home = "", backup = "", before = "0"] = process.argv.slice(2);
const aside = ".replaced-2026-01-02T03-04-05.678Z";
await prepareRestore(home, backup, null);
const steps = [() => writeJournal(home, aside), ...restoreSteps(home, aside)];
writeSync(1, `${steps.length}\n`);
for (const step of steps.slice(0, Number(before))) step();
process.kill(process.pid, "SIGKILL");
