import { describe, expect, test } from "vitest";
import { executedFiles } from "../../src/executed-files/table.ts";
import { executedBy } from "../../src/index.ts";

const rows = executedFiles.flatMap(({ program, paths }) => paths.map((path) => ({ program, path })));

describe("[X1] a file that another program executes or trusts is detected", () => {
  test.each(rows)("$path of $program", ({ path }) => {
    const file = path.replaceAll("*", "x");
    for (const written of [file, `sub/folder/${file}`, `${file}/inner/file`, file.toUpperCase()])
      expect([written, executedBy(written)]).toEqual([
        written,
        expect.objectContaining({ path: expect.any(String) }),
      ]);
    expect(executedBy(`${file}/inner`)).not.toBeNull();
  });
});

test.each([
  [".husky/pre-commit", ".husky"],
  [".vscode/tasks.json", ".vscode"],
  [".envrc", ".envrc"],
  [".npmrc", ".npmrc"],
  [".github/workflows/test.yml", ".github/workflows"],
  [".github/hooks/a.json", ".github/hooks"],
  ["node_modules/.bin/tsc", "node_modules"],
  [".qwen/settings.json", ".qwen"],
  [".factory/x", ".factory"],
  [".vibe/x", ".vibe"],
  [".kilocode/x", ".kilocode"],
  ["kilo.json", "kilo.json"],
  [".copilot/x", ".copilot"],
  [".git/hooks/pre-commit", "*.git"],
  [".git", "*.git"],
  [".claude/commands/deep/er/x.md", ".claude"],
])("[X1] %s is never written without asking", (file, path) => {
  expect(executedBy(file)?.path).toBe(path);
});

test.each([
  ["capitals", ".Husky/pre-commit"],
  ["capitals in a parent folder", ".GitHub/Workflows/a.yml"],
  ["a decomposed letter", ".CLAUDE/settings.json".normalize("NFD")],
  ["a full-width letter", ".ｇit/config"],
  ["a Kelvin sign", ".HUS\u212aY/x"],
  ["a zero-width joiner", ".gi\u200dt/config"],
  ["a soft hyphen", ".vs\u00adcode/tasks.json"],
  ["a dot at the end", ".git./config"],
  ["spaces at the end", ".git  /config"],
  ["a stream of NTFS", ".git::$INDEX_ALLOCATION/config"],
  ["backslashes", "sub\\.vscode\\tasks.json"],
])("[X2] %s does not hide the name of an executed file", (_, file) => {
  expect(executedBy(file)).not.toBeNull();
});

test("[X3] source code and names that only look similar are ordinary files", () => {
  const ordinary = [
    ...[
      "src/index.ts",
      "package.json",
      "Makefile",
      "Dockerfile",
      "build.rs",
      "tests/conftest.py",
      "README.md",
    ],
    ...["eslint.config.js", ".gitignore", ".editorconfig", ".github/ISSUE_TEMPLATE/bug.md", "docs/husky.md"],
    ...[
      "claude/x",
      "src/env.ts",
      "github/workflows/a.yml",
      ".github/x/workflows/a.yml",
      "git",
      "a..b",
      "...",
    ],
  ];
  for (const file of ordinary) expect([file, executedBy(file)]).toEqual([file, null]);
});
