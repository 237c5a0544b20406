import { describe, expect, test } from "vitest";
import type { DiffBlock, DiffLine } from "../../src/tools/blocks.ts";
import { aCard, cardOf, done, failed, goesOn, pending, streaming } from "./call.ts";

type Shown = readonly [mark: " " | "+" | "-", oldLine: number | null, newLine: number | null, text: string];
const kinds = { " ": "same", "+": "added", "-": "removed" } as const;

function lines(...shown: readonly Shown[]): readonly DiffLine[] {
  return shown.map(([mark, oldLine, newLine, text]) => ({ kind: kinds[mark], oldLine, newLine, text }));
}

function diff(
  path: string,
  added: number,
  removed: number,
  ...hunks: readonly (readonly DiffLine[])[]
): DiffBlock {
  return {
    kind: "diff",
    path,
    added,
    removed,
    hunks: hunks.map((hunk) => ({ heading: null, lines: hunk })),
    excerptLines: 60,
    collapsed: false,
  };
}

const path = "/project/src/add.js";
const part = diff(path, 1, 1, lines(["-", null, null, "a - b"], ["+", null, null, "a + b"]));
const edited = { icon: "edit", title: "Edited", object: path, added: 1, removed: 1 } as const;

describe("one file", () => {
  test.each([
    ["Claude", "Edit", { replace_all: false, file_path: path, old_string: "a - b", new_string: "a + b" }],
    ["opencode", "edit", { filePath: path, oldString: "a - b", newString: "a + b" }],
    ["Pi", "edit", { path, edits: [{ oldText: "a - b", newText: "a + b" }] }],
    [
      "a text editor tool",
      "str_replace_based_edit_tool",
      { command: "str_replace", path, old_str: "a - b", new_str: "a + b" },
    ],
    ["gemini", "replace", { file_path: path, old_string: "a - b", new_string: "a + b" }],
  ])("[T8] %s: the old and the new text, without a position in the file", (_, name, input) => {
    expect(cardOf(done(name, input, "updated"))).toEqual(aCard({ ...edited, blocks: [part] }));
  });

  test("[T8] Claude MultiEdit: the replacements are hunks of one file", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c\nd", new_string: "" },
    ];
    expect(cardOf(done("MultiEdit", { file_path: path, edits }, "updated"))).toEqual(
      aCard({
        ...edited,
        added: 1,
        removed: 3,
        blocks: [
          diff(
            path,
            1,
            3,
            lines(["-", null, null, "a"], ["+", null, null, "b"]),
            lines(["-", null, null, "c"], ["-", null, null, "d"]),
          ),
        ],
      }),
    );
  });

  test("[T8] Pi: the patch in the result has the line numbers", () => {
    const patch =
      "--- add.js\n+++ add.js\n@@ -1,3 +1,3 @@\n function add(a, b) {\n-  return a - b;\n+  return a + b;\n }\n";
    const call = done(
      "edit",
      { path: "add.js", edits: [{ oldText: "a - b", newText: "a + b" }] },
      "Replaced 1 block.",
      {
        content: [{ type: "text", text: patch }],
      },
    );
    expect(cardOf(call)).toEqual(
      aCard({
        ...edited,
        object: "add.js",
        blocks: [
          diff(
            "add.js",
            1,
            1,
            lines(
              [" ", 1, 1, "function add(a, b) {"],
              ["-", 2, null, "  return a - b;"],
              ["+", null, 2, "  return a + b;"],
              [" ", 3, 3, "}"],
            ),
          ),
        ],
      }),
    );
  });

  test("[T8] a replacement of all occurrences is marked", () => {
    const input = { file_path: path, old_string: "a - b", new_string: "a + b", replace_all: true };
    expect(cardOf(done("Edit", input, "updated"))).toEqual(
      aCard({ ...edited, summary: "every occurrence", blocks: [part] }),
    );
  });

  test("[T8] inserted text has its line; text for a notebook's cell has none", () => {
    const input = { command: "insert", path, insert_line: 4, insert_text: "x\ny" };
    expect(cardOf(done("str_replace_based_edit_tool", input, "ok"))).toEqual(
      aCard({
        ...edited,
        added: 2,
        removed: 0,
        blocks: [diff(path, 2, 0, lines(["+", null, 5, "x"], ["+", null, 6, "y"]))],
      }),
    );
    expect(
      cardOf(done("NotebookEdit", { notebook_path: "a.ipynb", cell_id: "1", new_source: "x" }, "ok")),
    ).toEqual(
      aCard({
        ...edited,
        object: "a.ipynb",
        added: 1,
        removed: 0,
        blocks: [diff("a.ipynb", 1, 0, lines(["+", null, null, "x"]))],
      }),
    );
  });

  test("[T8] replacing empty text creates a new file", () => {
    expect(cardOf(done("Edit", { file_path: path, old_string: "", new_string: "x\n" }, "ok"))).toEqual(
      aCard({
        ...edited,
        title: "Created",
        added: 1,
        removed: 0,
        blocks: [diff(path, 1, 0, lines(["+", null, 1, "x"]))],
      }),
    );
  });

  test("[T8] a failed edit shows the attempt, and counts no lines", () => {
    const input = { file_path: path, old_string: "a - b", new_string: "a + b" };
    expect(cardOf(failed("Edit", input, "String to replace not found in file."))).toEqual(
      aCard({
        icon: "edit",
        title: "Tried to edit",
        object: path,
        summary: "String to replace not found in file.",
        state: "error",
        blocks: [
          part,
          {
            kind: "error",
            code: "tool_error",
            message: "String to replace not found in file.",
            collapsed: false,
          },
        ],
      }),
    );
  });
});

describe("ACP", () => {
  const whole = { oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" };
  const wholeLines = lines(
    [" ", 1, 1, "one"],
    ["-", 2, null, "two"],
    ["+", null, 2, "2"],
    [" ", 3, 3, "three"],
  );

  test("[T8] codex, gemini: whole files have line numbers", () => {
    const call = done("call_7", null, null, {
      toolKind: "edit",
      title: "Editing files",
      content: [{ type: "diff", path, ...whole }],
    });
    expect(cardOf(call)).toEqual(aCard({ ...edited, blocks: [diff(path, 1, 1, wholeLines)] }));
  });

  test("[T8] opencode: a replacement that is only in the input has none", () => {
    const call = done(
      "edit",
      { filePath: path, oldString: "a - b", newString: "a + b" },
      "Edit applied successfully.",
      {
        toolKind: "edit",
        content: [{ type: "diff", path, oldText: "a - b", newText: "a + b" }],
      },
    );
    expect(cardOf(call)).toEqual(aCard({ ...edited, blocks: [part] }));
  });

  test("[T8] claude: each replacement is at its stated position, shifted by the lines added before it", () => {
    const call = done("Edit", { file_path: path, old_string: "x", new_string: "y" }, "updated", {
      toolKind: "edit",
      content: [
        { type: "diff", path, oldText: "a", newText: "a\nb" },
        { type: "diff", path, oldText: "k", newText: "l" },
      ],
      locations: [
        { path, line: 7 },
        { path, line: 21 },
      ],
    });
    expect(cardOf(call)).toEqual(
      aCard({
        ...edited,
        added: 2,
        blocks: [
          diff(path, 1, 0, lines([" ", 7, 7, "a"], ["+", null, 8, "b"])),
          diff(path, 1, 1, lines(["-", 20, null, "k"], ["+", null, 21, "l"])),
        ],
      }),
    );
  });

  test("[T8] parts with a position are one diff of their file, with the file's own line numbers", () => {
    const call = done("Edit", { file_path: path, old_string: "a", new_string: "b" }, "updated", {
      content: [
        { type: "diff", path, oldText: "a\nk\n", newText: "b\nc\nk\n", oldLine: 7, newLine: 7 },
        { type: "diff", path, oldText: "x\na\n", newText: "x\nb\n", oldLine: 40, newLine: 41 },
        { type: "diff", path, oldText: "", newText: "end\n", oldLine: 90, newLine: 91 },
      ],
    });
    expect(cardOf(call)).toEqual(
      aCard({
        ...edited,
        added: 4,
        removed: 2,
        blocks: [
          diff(
            path,
            4,
            2,
            lines(["-", 7, null, "a"], ["+", null, 7, "b"], ["+", null, 8, "c"], [" ", 8, 9, "k"]),
            lines([" ", 40, 41, "x"], ["-", 41, null, "a"], ["+", null, 42, "b"]),
            lines(["+", null, 91, "end"]),
          ),
        ],
      }),
    );
  });

  test("[T8] several files give several diffs, and a new one is shown as new", () => {
    const call = done("call_7", null, null, {
      toolKind: "edit",
      content: [
        { type: "diff", path, ...whole },
        { type: "diff", path: "/project/new.txt", oldText: "", newText: "x\n" },
      ],
    });
    expect(cardOf(call)).toEqual(
      aCard({
        ...edited,
        object: "2 files",
        added: 2,
        blocks: [diff(path, 1, 1, wholeLines), diff("/project/new.txt", 1, 0, lines(["+", null, 1, "x"]))],
      }),
    );
  });
});

describe("Codex", () => {
  const update = "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
  const body = lines([" ", 1, 1, "one"], ["-", 2, null, "two"], ["+", null, 2, "2"], [" ", 3, 3, "three"]);

  test.each([
    ["Edited", 1, 1, { type: "update", move_path: null }, update, body],
    ["Created", 2, 0, { type: "add" }, "a\nb\n", lines(["+", null, 1, "a"], ["+", null, 2, "b"])],
    ["Deleted", 0, 1, { type: "delete" }, "# Throwaway\n", lines(["-", 1, null, "# Throwaway"])],
  ])("[T8] fileChange: %s", (title, added, removed, kind, text, shown) => {
    expect(cardOf(done("fileChange", { changes: [{ path, kind, diff: text }] }))).toEqual(
      aCard({ ...edited, title, added, removed, blocks: [diff(path, added, removed, shown)] }),
    );
  });

  test("[T8] changes by path, a moved file, and a file known only by name", () => {
    const changes = {
      [path]: { type: "update", unified_diff: update, move_path: "/project/src/sum.js" },
      "/project/other": { type: "update" },
    };
    expect(cardOf(done("apply_patch", { changes }))).toEqual(
      aCard({
        ...edited,
        object: "2 files",
        blocks: [
          diff(`${path} → /project/src/sum.js`, 1, 1, body),
          { kind: "files", files: [{ path: "/project/other", line: null, detail: null }], collapsed: true },
        ],
      }),
    );
  });

  const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\n";
  const patched = diff("a.txt", 1, 1, lines(["-", null, null, "two"], ["+", null, null, "2"]));

  test.each([
    ["as text", patch],
    ["as `input`", { input: patch }],
    ["as `patchText`", { patchText: patch }],
  ])("[T8] apply_patch %s", (_, input) => {
    expect(cardOf(done("apply_patch", input, "Done!"))).toEqual(
      aCard({ ...edited, object: "a.txt", blocks: [patched] }),
    );
  });

  test("[T22] apply_patch while it streams", () => {
    expect(cardOf(streaming("apply_patch", patch.slice(0, patch.indexOf("*** End"))))).toEqual(
      aCard({ ...edited, title: "Editing", object: "a.txt", blocks: [patched], ...goesOn }),
    );
  });
});

describe("calls that are not edits", () => {
  test("[T8] a text editor tool that only views is shown as reading", () => {
    expect(
      cardOf(done("str_replace_based_edit_tool", { command: "view", path, view_range: [3, 9] }, "secret")),
    ).toEqual(
      aCard({
        icon: "read",
        title: "Read",
        object: path,
        summary: "lines 3–9",
        blocks: [{ kind: "files", files: [{ path, line: 3, detail: "lines 3–9" }], collapsed: true }],
      }),
    );
  });

  test("[T8] an ACP edit that writes a whole file is shown as writing", () => {
    const call = done("unnamed", { filePath: path, content: "x" }, null, { toolKind: "edit" });
    expect(cardOf(call).title).toBe("Wrote 1 line to");
  });

  test("[T8] delete and move", () => {
    expect(cardOf(done("delete_file", { target_file: path }))).toEqual(
      aCard({ icon: "edit", title: "Deleted", object: path }),
    );
    expect(cardOf(done("call_9", null, null, { toolKind: "delete", locations: [{ path }] }))).toEqual(
      aCard({ icon: "edit", title: "Deleted", object: path }),
    );
    expect(cardOf(done("move_file", { source: "a.ts", destination: "b.ts" }))).toEqual(
      aCard({ icon: "edit", title: "Moved", object: "a.ts → b.ts" }),
    );
    const moved = pending("call_9", null, { toolKind: "move", locations: [{ path: "a" }, { path: "b" }] });
    expect(cardOf(moved)).toEqual(aCard({ icon: "edit", title: "Moving", object: "a → b", ...goesOn }));
  });
});
