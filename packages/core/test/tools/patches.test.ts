import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DiffHunk, DiffLine } from "../../src/tools/blocks.ts";
import { type FileDiff, fileDiff } from "../../src/tools/diff/file-diff.ts";
import { isPatchText, patchText } from "../../src/tools/diff/patch-text.ts";
import { isUnifiedDiff, unifiedDiff } from "../../src/tools/diff/unified-diff.ts";

const line = (
  kind: DiffLine["kind"],
  oldLine: number | null,
  newLine: number | null,
  text: string,
): DiffLine => ({
  kind,
  oldLine,
  newLine,
  text,
});

const helloHunk: DiffHunk = {
  heading: null,
  lines: [
    line("same", 1, 1, "first line"),
    line("removed", 2, null, "hello old line"),
    line("added", null, 2, "hello new line"),
    line("same", 3, 3, "last line"),
  ],
};

describe("unified diffs", () => {
  test("[T10] Codex: hunks without a file header", () => {
    const text = "@@ -1,3 +1,3 @@\n first line\n-hello old line\n+hello new line\n last line\n";
    expect(unifiedDiff(text, "/project/hello.txt")).toEqual([
      { path: "/project/hello.txt", change: "update", added: 1, removed: 1, hunks: [helloHunk] },
    ]);
  });

  test("[T10] Pi and opencode: one file with its header", () => {
    const body = "@@ -1,3 +1,3 @@\n first line\n-hello old line\n+hello new line\n last line\n";
    const file = { path: "hello.txt", change: "update", added: 1, removed: 1, hunks: [helloHunk] };
    expect(unifiedDiff(`--- hello.txt\n+++ hello.txt\n${body}`)).toEqual([file]);
    expect(unifiedDiff(`Index: hello.txt\n=====\n--- hello.txt\t2026\n+++ hello.txt\t2026\n${body}`)).toEqual(
      [file],
    );
  });

  test("[T10] git: many files, new, deleted, moved, with headings and no newline at the end", () => {
    const text = [
      "diff --git a/README.md b/README.md",
      "deleted file mode 100644",
      "--- a/README.md",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-# Throwaway",
      "diff --git a/old.ts b/src/new.ts",
      "--- a/old.ts",
      "+++ b/src/new.ts",
      "@@ -10,2 +10,1 @@ function add(a, b) {",
      " return",
      "-- x",
      "\\ No newline at end of file",
      "diff --git a/new.txt b/new.txt",
      "--- /dev/null",
      "+++ b/new.txt",
      "@@ -0,0 +1,2 @@",
      "+one",
      "+two",
    ].join("\n");
    expect(unifiedDiff(text)).toEqual<FileDiff[]>([
      {
        path: "README.md",
        change: "delete",
        added: 0,
        removed: 1,
        hunks: [{ heading: null, lines: [line("removed", 1, null, "# Throwaway")] }],
      },
      {
        path: "old.ts → src/new.ts",
        change: "update",
        added: 0,
        removed: 1,
        hunks: [
          {
            heading: "function add(a, b) {",
            lines: [line("same", 10, 10, "return"), line("removed", 11, null, "- x")],
          },
        ],
      },
      {
        path: "new.txt",
        change: "add",
        added: 2,
        removed: 0,
        hunks: [{ heading: null, lines: [line("added", null, 1, "one"), line("added", null, 2, "two")] }],
      },
    ]);
  });

  test("[T10] a removed line that looks like a header stays a line", () => {
    const text = "--- a.sql\n+++ a.sql\n@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n select 1;\n";
    expect(unifiedDiff(text)[0]?.hunks[0]?.lines.map((shown) => `${shown.kind} ${shown.text}`)).toEqual([
      "removed -- old comment",
      "added ++ new comment",
      "same select 1;",
    ]);
  });

  test("[T10] text about diffs is not a diff", () => {
    expect(isUnifiedDiff("The file has been updated.\n@@ -1 +1 @@")).toBe(false);
    expect(isUnifiedDiff("--- a rule across the page ---")).toBe(false);
    expect(unifiedDiff("no diff at all")).toEqual([]);
  });

  test("[T10] a diff that Polylog prints is parsed to the same diff", () => {
    const text = fc.array(fc.constantFrom("a", "b", "-- c", "++ d", "@@ e", " f"), { maxLength: 25 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const diff = fileDiff("f.ts", a.join("\n"), b.join("\n"), { old: 1, new: 1 });
        fc.pre(diff.hunks.length > 0);
        const [read] = unifiedDiff(`--- a/f.ts\n+++ b/f.ts\n${diff.hunks.map(printed).join("")}`);
        expect({ ...read, change: "update" }).toEqual({ ...diff, change: "update" });
      }),
      { numRuns: 500 },
    );
  });
});

function printed({ lines }: DiffHunk): string {
  const olds = lines.flatMap((shown) => shown.oldLine ?? []);
  const news = lines.flatMap((shown) => shown.newLine ?? []);
  const marks = { same: " ", added: "+", removed: "-" } as const;
  const body = lines.map((shown) => `${marks[shown.kind]}${shown.text}\n`).join("");
  return `@@ -${olds[0] ?? 0},${olds.length} +${news[0] ?? 0},${news.length} @@\n${body}`;
}

describe("the patch of apply_patch", () => {
  const patch = [
    "*** Begin Patch",
    "*** Add File: new.txt",
    "+one",
    "+two",
    "*** Update File: src/add.ts",
    "*** Move to: src/sum.ts",
    "@@ export function add",
    " context",
    "-  return a - b;",
    "+  return a + b;",
    "*** Delete File: README.md",
    "*** End Patch",
  ].join("\n");

  test("[T10] each file with its known changes", () => {
    expect(isPatchText(patch)).toBe(true);
    expect(patchText(patch)).toEqual<FileDiff[]>([
      {
        path: "new.txt",
        change: "add",
        added: 2,
        removed: 0,
        hunks: [{ heading: null, lines: [line("added", null, 1, "one"), line("added", null, 2, "two")] }],
      },
      {
        path: "src/add.ts → src/sum.ts",
        change: "update",
        added: 1,
        removed: 1,
        hunks: [
          {
            heading: "export function add",
            lines: [
              line("same", null, null, "context"),
              line("removed", null, null, "  return a - b;"),
              line("added", null, null, "  return a + b;"),
            ],
          },
        ],
      },
      { path: "README.md", change: "delete", added: 0, removed: 0, hunks: [] },
    ]);
  });

  test("[T10] the changes that have arrived while it streams", () => {
    for (let end = 0; end <= patch.length; end++) patchText(patch.slice(0, end));
    expect(patchText(patch.slice(0, patch.indexOf("+two"))).map((file) => [file.path, file.added])).toEqual([
      ["new.txt", 1],
    ]);
  });
});
