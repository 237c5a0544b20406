import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One line between Polylog and a program. */
export interface RecordedLine {
  readonly dir: "in" | "out";
  readonly line: unknown;
}

/** The files of a program's recording: its lines, and the expected events. */
export function fixtureFiles(program: string, scenario: string) {
  const folder = path.join(import.meta.dirname, "..", program, "fixtures");
  const name = scenario.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase();
  return {
    folder,
    lines: path.join(folder, `${name}.jsonl`),
    events: path.join(folder, `${name}.events.jsonl`),
  };
}

/** The names of a program's recordings. */
export function fixtureNames(program: string): string[] {
  const { folder } = fixtureFiles(program, "");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && !name.endsWith(".events.jsonl"))
    .map((name) => name.slice(0, -".jsonl".length));
}

export function readFixture(program: string, scenario: string): RecordedLine[] {
  return readJsonLines(fixtureFiles(program, scenario).lines) as RecordedLine[];
}

/** The expected events of a recording. */
export function readEvents(program: string, scenario: string): unknown[] {
  return readJsonLines(fixtureFiles(program, scenario).events);
}

function readJsonLines(file: string): unknown[] {
  const texts = readFileSync(file, "utf8")
    .split("\n")
    .filter((text) => text !== "");
  return texts.map((text): unknown => JSON.parse(text));
}
