import { limits } from "./limits.ts";

/** The way from one text to another: counts, and hunks with three lines around each change. */

export interface UnifiedDiff {
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
}

interface Step {
  readonly mark: " " | "-" | "+";
  readonly line: string;
}

const around = 3;

export function unifiedDiff(before: string, after: string): UnifiedDiff {
  const steps = lineSteps(linesOf(before), linesOf(after));
  const count = (mark: Step["mark"]) => steps.reduce((sum, step) => sum + (step.mark === mark ? 1 : 0), 0);
  return { added: count("+"), removed: count("-"), diff: hunks(steps).join("") };
}

/** Lines with their ends: a last line without one is another line than with one. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lineSteps(before: readonly string[], after: readonly string[]): Step[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...before.slice(0, head).map(step(" ")),
    ...middleSteps(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(step(" ")),
  ];
}

function step(mark: Step["mark"]): (line: string) => Step {
  return (line) => ({ mark, line });
}

/** By the longest common subsequence; where that would take too long, all goes and all comes. */
function middleSteps(before: readonly string[], after: readonly string[]): Step[] {
  const [rows, columns] = [before.length, after.length];
  if (rows === 0 || columns === 0 || rows * columns > limits.diffCells) {
    return [...before.map(step("-")), ...after.map(step("+"))];
  }
  const width = columns + 1;
  const common = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] as number;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const steps: Step[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (row < rows && column < columns && before[row] === after[column]) {
      steps.push({ mark: " ", line: before[row] as string });
      row++;
      column++;
    } else if (row < rows && (column === columns || at(row + 1, column) >= at(row, column + 1))) {
      steps.push({ mark: "-", line: before[row++] as string });
    } else {
      steps.push({ mark: "+", line: after[column++] as string });
    }
  }
  return steps;
}

function hunks(steps: readonly Step[]): string[] {
  const written: string[] = [];
  let [oldLine, newLine, at] = [1, 1, 0];
  for (const [from, to] of changedRanges(steps)) {
    for (; at < from; at++) {
      oldLine++;
      newLine++;
    }
    const part = steps.slice(from, to);
    const olds = part.filter(({ mark }) => mark !== "+").length;
    const news = part.filter(({ mark }) => mark !== "-").length;
    written.push(`@@ -${place(oldLine, olds)} +${place(newLine, news)} @@\n`);
    for (const { mark, line } of part) {
      written.push(line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`);
    }
    oldLine += olds;
    newLine += news;
    at = to;
  }
  return written;
}

function place(line: number, count: number): string {
  return `${count === 0 ? line - 1 : line},${count}`;
}

/** Where steps that change something stand, with the lines around them; near ones are one range. */
function changedRanges(steps: readonly Step[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const [index, { mark }] of steps.entries()) {
    if (mark === " ") continue;
    const last = ranges.at(-1);
    const to = Math.min(steps.length, index + around + 1);
    if (last !== undefined && index - around <= last[1]) last[1] = to;
    else ranges.push([Math.max(0, index - around), to]);
  }
  return ranges;
}
