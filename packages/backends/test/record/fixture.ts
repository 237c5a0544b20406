import { readFileSync } from "node:fs";
import path from "node:path";

/** One line that passed between us and a program. */
export interface RecordedLine {
  readonly dir: "in" | "out";
  readonly line: unknown;
}

/** Where a program's recordings lie, and what they must translate to. */
export function fixtureFiles(program: string, scenario: string) {
  const folder = path.join(import.meta.dirname, "..", program, "fixtures");
  const name = scenario.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase();
  return { folder, lines: path.join(folder, `${name}.jsonl`), events: path.join(folder, `${name}.events.json`) };
}

export function readFixture(file: string): RecordedLine[] {
  const texts = readFileSync(file, "utf8").split("\n").filter((text) => text !== "");
  return texts.map((text) => JSON.parse(text) as RecordedLine);
}
