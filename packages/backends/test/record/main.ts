import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { TestBench } from "../conformance/bench.ts";
import { scenarios } from "../conformance/scenarios/index.ts";
import { fixtureFiles, type RecordedLine } from "./fixture.ts";
import { Normaliser } from "./normalise.ts";
import { type Recorder, recorders } from "./recorders.ts";

/** Plays scenarios on a real program and keeps what it said: `npm run record -- claude [scenario …]`. */
const [name = "", ...wanted] = process.argv.slice(2);
const recorder = recorders[name];
if (recorder === undefined) {
  console.error(`usage: npm run record -- ${Object.keys(recorders).join("|")} [scenario …]`);
  process.exitCode = 2;
} else {
  for (const scenario of wanted.length > 0 ? wanted : recorder.scenarios) await record(recorder, scenario);
}

async function record({ program, replay }: Recorder, wantedName: string): Promise<void> {
  const scenario = scenarios.find((known) => known.name === wantedName);
  if (scenario === undefined) throw new Error(`There is no scenario "${wantedName}".`);
  const folder = await mkdtemp(path.join(tmpdir(), "record-"));
  const file = path.join(folder, "lines.jsonl");
  const bench = await TestBench.open({ ...program, command: await writeTap(folder, file, program.command) }, scenario.start);
  try {
    await scenario.run(bench);
    await bench.finish(scenario);
    const recorded = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
    const normaliser = new Normaliser(path.dirname(bench.projectRoot));
    const lines = recorded.map((line) => {
      const { dir, text } = JSON.parse(line) as { dir: RecordedLine["dir"]; text: string };
      return normaliser.line({ dir, line: JSON.parse(text) });
    });
    const files = fixtureFiles(name, scenario.name);
    await mkdir(files.folder, { recursive: true });
    await writeFile(files.lines, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await writeFile(files.events, `${JSON.stringify(replay(lines), null, 2)}\n`);
    console.log(`${files.lines}: ${lines.length} lines`);
  } finally {
    await bench.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeTap(folder: string, file: string, command: string): Promise<string> {
  const tap = path.join(folder, "tap");
  const main = path.join(import.meta.dirname, "tap-main.ts");
  await writeFile(tap, `#!/bin/sh\nexec "${process.execPath}" "${main}" "${file}" "${command}" "$@"\n`, { mode: 0o755 });
  return tap;
}
