import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { RecordedLine } from "./fixture.ts";

/** Plays the program of a recording: writes its lines, and waits for one input line wherever the recording has one. */
const [file = ""] = process.argv.slice(2);
const recorded = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "");
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (const text of recorded) {
  const { dir, line } = JSON.parse(text) as RecordedLine;
  if (dir === "out") console.log(JSON.stringify(line));
  else if ((await input.next()).done === true) break;
}
// Like the real program, it exits when its input ends.
while ((await input.next()).done !== true);
