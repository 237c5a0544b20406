import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileRef } from "../../src/tools/blocks.ts";
import { aCard, cardOf, done, goesOn, pending } from "./call.ts";

const file = (path: string, line: number | null = null, detail: string | null = null): FileRef => ({
  path,
  line,
  detail,
});
const files = (...list: readonly FileRef[]) =>
  ({ kind: "files", files: list, collapsed: list.length === 1 || list.length > 8 }) as const;

describe("reading", () => {
  test.each([
    ["Claude", "Read", { file_path: "/project/a.js" }],
    ["Pi", "read", { path: "/project/a.js" }],
    ["opencode", "read", { filePath: "/project/a.js" }],
    ["gemini", "read_file", { absolute_path: "/project/a.js" }],
  ])("[T12] %s: the file's name, not its content", (_, name, input) => {
    expect(cardOf(done(name, input, "1\texport function add(a, b) {\n"))).toEqual(
      aCard({ icon: "read", title: "Read", object: "/project/a.js", blocks: [files(file("/project/a.js"))] }),
    );
  });

  test("[T12] ACP without input: the location", () => {
    const call = pending("call_1", null, {
      toolKind: "read",
      title: "hello.txt",
      locations: [{ path: "/project/hello.txt" }],
    });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "read",
        title: "Reading",
        object: "/project/hello.txt",
        blocks: [files(file("/project/hello.txt"))],
        ...goesOn,
      }),
    );
  });

  test.each([
    [{ offset: 10, limit: 50 }, 10, "lines 10–59"],
    [{ offset: 10 }, 10, "from line 10"],
    [{ limit: 50 }, 1, "lines 1–50"],
    [{ offset: 0, limit: 2 }, 1, "lines 1–2"],
    [{ start_line: 3, end_line: 4 }, 3, "lines 3–4"],
  ])("[T12] a part of a file: %j", (range, line, detail) => {
    expect(cardOf(done("Read", { file_path: "a.js", ...range }, "x"))).toEqual(
      aCard({
        icon: "read",
        title: "Read",
        object: "a.js",
        summary: detail,
        blocks: [files(file("a.js", line, detail))],
      }),
    );
  });

  test("[T12] many files at once, without duplicates", () => {
    expect(cardOf(done("read_many_files", { paths: ["a.js", "b.js", "a.js"] }, "…"))).toEqual(
      aCard({ icon: "read", title: "Read", object: "2 files", blocks: [files(file("a.js"), file("b.js"))] }),
    );
    expect(cardOf(done("read_file", { files: [{ path: "a.js" }, { path: "b.js" }] }, "…")).object).toBe(
      "2 files",
    );
  });
});

describe("searching in files", () => {
  test.each([
    ["Claude, names only", { output_mode: "files_with_matches" }, "Found 2 files\nsrc/a b.ts\nsrc/b.ts"],
    ["names only, by default", {}, "src/a.ts\nsrc/b.ts\n"],
  ])("[T12] %s", (_, more, result) => {
    const card = cardOf(done("Grep", { pattern: "TODO", ...more }, result));
    expect(card).toEqual(
      aCard({
        icon: "search",
        title: "Searched",
        object: "TODO",
        summary: "2 files",
        blocks: [files(file(result.includes("a b") ? "src/a b.ts" : "src/a.ts"), file("src/b.ts"))],
      }),
    );
  });

  test.each([
    ["Claude, Pi", "src/a.ts:12:  // TODO one\nsrc/a.ts:14:  // TODO two\nsrc/b.ts:3:TODO"],
    [
      "opencode",
      "Found 3 matches\nsrc/a.ts:\n  Line 12:   // TODO one\n  Line 14: x = y: TODO\n\nsrc/b.ts:\n  Line 3: TODO",
    ],
    [
      "gemini",
      'Found 3 matches for pattern "TODO":\n---\nFile: src/a.ts\nL12: // TODO one\nL14: TODO\n---\nFile: src/b.ts\nL3: TODO\n---',
    ],
  ])("[T12] %s: file names, not matching lines", (_, result) => {
    expect(cardOf(done("grep", { pattern: "TODO", path: "src" }, result))).toEqual(
      aCard({
        icon: "search",
        title: "Searched",
        object: "TODO in src",
        summary: "3 matches in 2 files",
        blocks: [files(file("src/a.ts", 12, "2 matches"), file("src/b.ts", 3, "1 match"))],
      }),
    );
  });

  test("[T12] counts by file, and lines of a single file", () => {
    expect(cardOf(done("Grep", { pattern: "x", output_mode: "count" }, "src/a.ts:3\nsrc/b.ts:1\n"))).toEqual(
      aCard({
        icon: "search",
        title: "Searched",
        object: "x",
        summary: "4 matches in 2 files",
        blocks: [files(file("src/a.ts", null, "3 matches"), file("src/b.ts", null, "1 match"))],
      }),
    );
    expect(cardOf(done("Grep", { pattern: "x", path: "src/a.ts" }, "12:let x = a:3:\n14:x\n"))).toEqual(
      aCard({
        icon: "search",
        title: "Searched",
        object: "x in src/a.ts",
        summary: "2 matches in 1 file",
        blocks: [files(file("src/a.ts", 12, "2 matches"))],
      }),
    );
  });

  test("[T12] no matches", () => {
    expect(cardOf(done("Grep", { pattern: "x" }, "No files found"))).toEqual(
      aCard({ icon: "search", title: "Searched", object: "x", summary: "No matches" }),
    );
  });
});

describe("searching for files", () => {
  test.each([
    ["Claude", "Glob", { pattern: "**/*.ts" }, "/project/a.ts\n/project/my b.ts"],
    ["Pi", "find", { pattern: "**/*.ts" }, "/project/a.ts\n/project/my b.ts\n"],
    [
      "gemini",
      "glob",
      { pattern: "**/*.ts" },
      'Found 2 file(s) matching "**/*.ts":\n/project/a.ts\n/project/my b.ts',
    ],
  ])("[T12] %s", (_, name, input, result) => {
    expect(cardOf(done(name, input, result))).toEqual(
      aCard({
        icon: "search",
        title: "Found files",
        object: "**/*.ts",
        summary: "2 files",
        blocks: [files(file("/project/a.ts"), file("/project/my b.ts"))],
      }),
    );
  });

  test.each([
    [1, true],
    [2, false],
    [8, false],
    [9, true],
  ])("[T12] a list of %i is collapsed: %s", (length, collapsed) => {
    const names = Array.from({ length }, (_, index) => `src/${index}.ts`);
    expect(cardOf(done("Glob", {}, names.join("\n"))).blocks).toEqual([
      { kind: "files", files: names.map((name) => file(name)), collapsed },
    ]);
  });

  test("[T12] more than five hundred are counted", () => {
    const names = Array.from({ length: 600 }, (_, index) => `src/${index}.ts`);
    expect(cardOf(done("Glob", { pattern: "*", path: "src" }, names.join("\n")))).toEqual(
      aCard({
        icon: "search",
        title: "Found files",
        object: "* in src",
        summary: "600 files",
        blocks: [files(...names.slice(0, 500).map((name) => file(name)))],
      }),
    );
    expect(cardOf(done("Glob", { pattern: "*" }, "No files found"))).toEqual(
      aCard({ icon: "search", title: "Found files", object: "*", summary: "No files" }),
    );
  });
});

describe("listing", () => {
  test.each([
    ["Pi", "ls", { path: "src" }],
    ["gemini", "list_directory", { dir_path: "src" }],
    ["cursor", "list_dir", { target_directory: "src" }],
  ])("[T12] %s: the names in a folder, collapsed", (_, name, input) => {
    expect(cardOf(done(name, input, "a.ts\nb.ts\n"))).toEqual(
      aCard({
        icon: "folder",
        title: "Listed",
        object: "src",
        summary: "2 lines",
        blocks: [
          {
            kind: "output",
            text: "a.ts\nb.ts\n",
            exitCode: null,
            totalChars: null,
            blobId: null,
            excerpt: { from: "end", lines: 20 },
            collapsed: true,
          },
        ],
      }),
    );
  });
});

describe("file content", () => {
  const secret = fc.string({
    unit: fc.constantFrom(..."abc XYZ.=(){};:/'\"12"),
    minLength: 12,
    maxLength: 60,
  });
  const content = secret.filter(
    (text) => text.trim().length > 10 && text.includes(" ") && /[=;({]/.test(text),
  );

  test("[T12] never shows in the card of a read or a search", () => {
    fc.assert(
      fc.property(content, fc.constantFrom("Read", "Grep", "read_many_files"), (text, name) => {
        const shapes = [
          `1\t${text}`,
          text,
          `src/a.ts:12:${text}`,
          `src/a.ts\n  Line 3: ${text}`,
          `12:${text}`,
        ];
        for (const result of shapes) {
          const shown = JSON.stringify(
            cardOf(done(name, { file_path: "src/a.ts", path: "src/a.ts", pattern: "p" }, result)),
          );
          expect(shown).not.toContain(JSON.stringify(text.trim()).slice(1, -1));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
