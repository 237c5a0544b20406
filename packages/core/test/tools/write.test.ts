import { describe, expect, test } from "vitest";
import { languageOf } from "../../src/tools/output/language.ts";
import { aCard, cardOf, done, failed, goesOn, pending, streaming } from "./call.ts";

const path = "/project/src/new.js";
const code = (text: string) =>
  ({
    kind: "code",
    path,
    language: "javascript",
    text,
    excerpt: { from: "start", lines: 8 },
    collapsed: false,
  }) as const;

describe("a file that is written", () => {
  test.each([
    ["Claude", "Write", { file_path: path, content: "a\nb\n" }],
    ["Pi", "write", { path, content: "a\nb\n" }],
    ["opencode", "write", { filePath: path, content: "a\nb\n" }],
    ["gemini", "write_file", { file_path: path, content: "a\nb\n" }],
  ])("[T11] %s: the number of lines, the path, and the beginning", (_, name, input) => {
    expect(cardOf(done(name, input, "File created successfully"))).toEqual(
      aCard({ icon: "write", title: "Wrote 2 lines to", object: path, blocks: [code("a\nb\n")] }),
    );
  });

  test("[T11] eight lines are visible, the rest is counted", () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");
    expect(cardOf(done("Write", { file_path: path, content: text }))).toEqual(
      aCard({ icon: "write", title: "Wrote 20 lines to", object: path, blocks: [code(text)] }),
    );
  });

  test("[T11] ACP without input: the text is in the diff", () => {
    const call = done("write_file", null, null, {
      title: "Writing to new.js",
      content: [{ type: "diff", path, oldText: "", newText: "x" }],
    });
    expect(cardOf(call)).toEqual(
      aCard({ icon: "write", title: "Wrote 1 line to", object: path, blocks: [code("x")] }),
    );
  });

  test("[T11] an empty file, and one without known content yet", () => {
    expect(cardOf(done("Write", { file_path: path, content: "" }))).toEqual(
      aCard({ icon: "write", title: "Wrote 0 lines to", object: path }),
    );
    expect(cardOf(pending("Write", null, { title: "Preparing file…" }))).toEqual(
      aCard({ icon: "write", title: "Preparing file…", ...goesOn }),
    );
  });

  test("[T11] a failed write does not read as written", () => {
    expect(cardOf(failed("Write", { file_path: path, content: "x" }, "Read-only file system"))).toEqual(
      aCard({
        icon: "write",
        title: "Tried to write 1 line to",
        object: path,
        summary: "Read-only file system",
        state: "error",
        blocks: [
          code("x"),
          { kind: "error", code: "tool_error", message: "Read-only file system", collapsed: false },
        ],
      }),
    );
  });

  test("[T22] the text so far, while it streams", () => {
    expect(cardOf(streaming("Write", `{"file_path": "${path}", "content": "a\\nb\\nc`))).toEqual(
      aCard({
        icon: "write",
        title: "Writing 3 lines to",
        object: path,
        blocks: [code("a\nb\nc")],
        ...goesOn,
      }),
    );
  });

  test.each([
    ["a/b.ts", "typescript"],
    ["x.PY", "python"],
    ["Dockerfile", "dockerfile"],
    ["notes.org", "org"],
    ["LICENSE", null],
    ["C:\\x\\y.cs", "csharp"],
  ])("[T11] the language of %s is %s", (name, language) => {
    expect(languageOf(name)).toBe(language);
  });
});
