import { spawnSync } from "node:child_process";
import path from "node:path";
import { knipCache, programOf } from "../launch/steps/steps.mjs";
import { type KnipReport, unusedFaults, unusedIn } from "./compare.ts";
import { knownUnused } from "./known.ts";

const root = path.resolve(import.meta.dirname, "../..");
const knip = programOf(root, "knip", "knip");
const options = [
  "--production",
  "--config",
  "knip-production.config.ts",
  "--no-progress",
  ...knipCache("knip-production"),
  "--reporter",
  "json",
];
const { stdout, stderr } = spawnSync(process.execPath, [knip, ...options], { cwd: root, encoding: "utf8" });
if (!stdout.startsWith("{")) throw new Error(`knip did not report: ${stdout}${stderr}`);

const faults = unusedFaults(unusedIn(JSON.parse(stdout) as KnipReport), knownUnused);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
