import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DiffLine } from "../../src/tools/blocks.ts";
import { fileDiff } from "../../src/tools/diff/file-diff.ts";
import { hunksOf } from "../../src/tools/diff/hunks.ts";
import { type DiffStep, lineDiff } from "../../src/tools/diff/line-diff.ts";
import { countLines, splitLines } from "../../src/tools/output/lines.ts";

/** Few different lines produce many equal ones, which is where a diff can go wrong. */
const someLines = fc.array(fc.constantFrom("a", "b", "c", "", "}"), { maxLength: 40 });
const someText = someLines.map((lines) => lines.map((line) => `${line}\n`).join(""));

const without = (steps: readonly DiffStep[], kind: DiffStep["kind"]) =>
  steps.filter((step) => step.kind !== kind).map((step) => step.text);

/** The length of the shortest edit, computed with the textbook table. */
function shortest(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, line] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      next.push(line === other ? (row[j] as number) : 1 + Math.min(row[j + 1] as number, next[j] as number));
    }
    row = next;
  }
  return row.at(-1) as number;
}

describe("a diff of lines", () => {
  test("[T9] lines that are not added form the old text, lines that are not removed form the new one", () => {
    fc.assert(
      fc.property(someLines, someLines, (a, b) => {
        const steps = lineDiff(a, b);
        expect(without(steps, "added")).toEqual(a);
        expect(without(steps, "removed")).toEqual(b);
      }),
      { numRuns: 1000 },
    );
  });

  test("[T9] no edit is shorter", () => {
    fc.assert(
      fc.property(someLines, someLines, (a, b) => {
        expect(lineDiff(a, b).filter((step) => step.kind !== "same").length).toBe(shortest(a, b));
      }),
      { numRuns: 500 },
    );
  });

  test("[T9] beyond the work limit it is longer and still correct", () => {
    fc.assert(
      fc.property(someLines, someLines, fc.nat(60), (a, b, work) => {
        const steps = lineDiff(a, b, work);
        expect(without(steps, "added")).toEqual(a);
        expect(without(steps, "removed")).toEqual(b);
      }),
    );
    expect(lineDiff(["x", "a", "k", "b", "y"], ["x", "c", "k", "d", "y"], 0)).toEqual([
      { kind: "same", text: "x" },
      { kind: "removed", text: "a" },
      { kind: "removed", text: "k" },
      { kind: "removed", text: "b" },
      { kind: "added", text: "c" },
      { kind: "added", text: "k" },
      { kind: "added", text: "d" },
      { kind: "same", text: "y" },
    ]);
  });

  test("[T9] ten thousand lines without common lines finish quickly", () => {
    const a = Array.from({ length: 10_000 }, (_, index) => `old ${index}`);
    const b = Array.from({ length: 10_000 }, (_, index) => `new ${index}`);
    expect(lineDiff(a, b).length).toBe(20_000);
  });
});

describe("hunks", () => {
  test("[T9] the hunks applied to the old text give the new one; counts and numbers agree with it", () => {
    fc.assert(
      fc.property(someText, someText, (oldText, newText) => {
        const diff = fileDiff("f", oldText, newText, { old: 1, new: 1 });
        const lines = diff.hunks.flatMap((hunk) => hunk.lines);
        expect(applied(splitLines(oldText), lines)).toEqual(splitLines(newText));
        expect(diff.added).toBe(lines.filter((line) => line.kind === "added").length);
        expect(diff.removed).toBe(lines.filter((line) => line.kind === "removed").length);
        expect(diff.added - diff.removed).toBe(countLines(newText) - countLines(oldText));
        expectRising(lines.flatMap((line) => line.oldLine ?? []));
        expectRising(lines.flatMap((line) => line.newLine ?? []));
      }),
      { numRuns: 1000 },
    );
  });

  test("[T9] a change has three lines of context, and nearby changes share a hunk", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
    const changed = lines.map((line) => (["5", "12", "25"].includes(line) ? `${line}!` : line));
    const hunks = hunksOf(lineDiff(lines, changed), { old: 1, new: 1 });
    expect(hunks.map((hunk) => hunk.lines.map((line) => `${line.kind[0]}${line.text}`).join(" "))).toEqual([
      "s2 s3 s4 r5 a5! s6 s7 s8 s9 s10 s11 r12 a12! s13 s14 s15",
      "s22 s23 s24 r25 a25! s26 s27 s28",
    ]);
  });

  test("[T9] equal texts have no hunks", () => {
    expect(fileDiff("f", "a\nb", "a\nb\n", null)).toEqual({
      path: "f",
      change: "update",
      added: 0,
      removed: 0,
      hunks: [],
    });
  });

  test("[T9] a text that is too large is counted, not shown", () => {
    expect(fileDiff("f", "a\n", "b\n".repeat(20_001), null)).toEqual({
      path: "f",
      change: "update",
      added: 20_001,
      removed: 1,
      hunks: [{ heading: "Too large to show: 20001 lines", lines: [] }],
    });
  });
});

test("[T9] a newline ends a line and does not begin one", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n") }), (text) => {
      expect(splitLines(text).length).toBe(countLines(text));
    }),
  );
});

function applied(old: readonly string[], lines: readonly DiffLine[]): readonly string[] {
  const result: string[] = [];
  let next = 1;
  for (const { kind, oldLine, text } of lines) {
    if (kind === "added") {
      result.push(text);
      continue;
    }
    while (next < (oldLine as number)) result.push(old[next++ - 1] as string);
    expect(old[next++ - 1]).toBe(text);
    if (kind === "same") result.push(text);
  }
  return [...result, ...old.slice(next - 1)];
}

function expectRising(numbers: readonly number[]): void {
  expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] as number))).toBe(true);
}
