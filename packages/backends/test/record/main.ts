import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { scenarios } from "../conformance/scenarios/index.ts";
import { TestBench } from "../conformance/support/bench.ts";
import { pagesWithTables } from "../conformance/support/matrix.ts";
import { fixtureFiles, type RecordedLine } from "./fixture.ts";
import { Normaliser } from "./normalise.ts";
import { type Recorder, recorders } from "./recorders.ts";

/** Characters per delta: more than any path has. */
const WHOLE = 4096;

/**
 * Plays scenarios on a real program and records its output: `npm run record -- claude [scenario …]`. With `matrix`
 * instead of a program, it writes the tables of agents in docs/use.
 */
const [name = "", ...wanted] = process.argv.slice(2);
const recorder = recorders[name];
if (name === "matrix") {
  for (const { file, updated } of pagesWithTables()) writeFileSync(file, updated);
} else if (recorder === undefined) {
  console.error(`usage: npm run record -- matrix|${Object.keys(recorders).join("|")} [scenario …]`);
  process.exitCode = 2;
} else {
  for (const scenario of wanted.length > 0 ? wanted : recorder.scenarios) await record(recorder, scenario);
}

async function record({ program, replay }: Recorder, wantedName: string): Promise<void> {
  const scenario = scenarios.find((known) => known.name === wantedName);
  if (scenario === undefined) throw new Error(`Unknown scenario "${wantedName}"`);
  const folder = await mkdtemp(path.join(tmpdir(), "record-"));
  const file = path.join(folder, "lines.jsonl");
  const tapped = { ...program, command: await writeTap(folder, file, program.command) };
  // This path is as long as its placeholder, because some recorded numbers depend on its length.
  const place = await mkdtemp(path.join(tmpdir(), "polylog-"));
  // A path that arrives in pieces could not be found and replaced.
  const bench = await TestBench.open(tapped, { pieceChars: WHOLE, ...scenario.start }, place);
  try {
    await scenario.run(bench);
    await bench.finish(scenario);
    const recorded = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
    const normaliser = new Normaliser(place);
    const lines = recorded.map((line) => {
      const { dir, text } = JSON.parse(line) as { dir: RecordedLine["dir"]; text: string };
      return normaliser.line({ dir, line: JSON.parse(text) });
    });
    const files = fixtureFiles(name, scenario.name);
    await mkdir(files.folder, { recursive: true });
    await writeFile(files.lines, jsonLines(lines));
    await writeFile(files.events, jsonLines(replay(lines)));
    console.log(`${files.lines}: ${lines.length} lines`);
  } finally {
    await bench.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

async function writeTap(folder: string, file: string, command: string): Promise<string> {
  const tap = path.join(folder, "tap");
  const main = fileURLToPath(new URL("./tap-main.ts", import.meta.url));
  await writeFile(tap, `#!/bin/sh\nexec "${process.execPath}" "${main}" "${file}" "${command}" "$@"\n`, {
    mode: 0o755,
  });
  return tap;
}
