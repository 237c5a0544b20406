import { availableParallelism } from "node:os";
import { type Finding, isReached, type Measured } from "./benchmark.ts";

/** The findings of one benchmark. */
export interface Result {
  readonly benchmark: string;
  readonly findings: readonly Finding[];
}

export function toJson(results: readonly Result[]): string {
  const rows = results.flatMap(({ benchmark, findings }) =>
    findings.map(({ name, ...finding }) => ({
      benchmark,
      case: name,
      ...finding,
      ok: isReached({ name, ...finding }),
    })),
  );
  return JSON.stringify({ node: process.version, cores: availableParallelism(), rows }, null, 2);
}

export function toTable(results: readonly Result[]): string {
  const head = ["benchmark", "case", "ratio", "goal", "", "medians (fastest)"];
  const rows = results.flatMap(({ benchmark, findings }) =>
    findings.map((isFindBarOpen) => [
      benchmark,
      isFindBarOpen.name,
      `${round(isFindBarOpen.ratio)}${unitOf(isFindBarOpen)}`,
      goalText(isFindBarOpen),
      isFindBarOpen.goal === null ? "" : isReached(isFindBarOpen) ? "ok" : "missed",
      isFindBarOpen.measured.map(measuredText).join(", "),
    ]),
  );
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [`Node ${process.version}, ${availableParallelism()} cores`, "", ...lines].join("\n");
}

function goalText(isFindBarOpen: Finding): string {
  const { goal } = isFindBarOpen;
  if (goal === null) return "–";
  return `${"atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`}${unitOf(isFindBarOpen)}`;
}

function unitOf({ unit }: Finding): string {
  return unit === undefined ? "×" : ` ${unit}`;
}

function measuredText({ name, median, min, unit }: Measured): string {
  return `${name} ${round(median)}${min === median ? "" : ` (${round(min)})`} ${unit}`;
}

/** Such a measurement has no more than three significant digits. */
function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
