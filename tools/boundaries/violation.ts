export type Violation = {
  readonly path: string;
  readonly line: number;
  readonly rule: "arrow" | "core-pure" | "cycle" | "folder-cycle" | "outside" | "syntax" | "undeclared";
  /** The problem and how to fix it. */
  readonly sentence: string;
};

export function formatViolation({ path, line, rule, sentence }: Violation): string {
  return `${path}:${line}: ${rule}: ${sentence}`;
}

export function compareViolations(a: Violation, b: Violation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
