import { hunksOf, lineDiff } from "@polylog/core";

/** The way from one text to another: counts, and hunks with three lines around each change. */
export interface UnifiedDiff {
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
}

type Hunk = ReturnType<typeof hunksOf>[number];

const marks = { same: " ", added: "+", removed: "-" } as const;

export function unifiedDiff(before: string, after: string): UnifiedDiff {
  const steps = lineDiff(linesOf(before), linesOf(after));
  const count = (kind: keyof typeof marks) => steps.filter((step) => step.kind === kind).length;
  const hunks = hunksOf(steps, { old: 1, new: 1 });
  return { added: count("added"), removed: count("removed"), diff: hunks.map(printed).join("") };
}

/** Lines with their ends: a last line without one is another line than with one. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Where a side has no line at all its place is 0. */
function printed({ lines }: Hunk): string {
  const olds = lines.filter(({ kind }) => kind !== "added").length;
  const news = lines.filter(({ kind }) => kind !== "removed").length;
  const oldStart = lines.find(({ oldLine }) => oldLine !== null)?.oldLine ?? 0;
  const newStart = lines.find(({ newLine }) => newLine !== null)?.newLine ?? 0;
  const body = lines.map(({ kind, text }) =>
    text.endsWith("\n") ? marks[kind] + text : `${marks[kind]}${text}\n\\ No newline at end of file\n`,
  );
  return `@@ -${oldStart},${olds} +${newStart},${news} @@\n${body.join("")}`;
}
