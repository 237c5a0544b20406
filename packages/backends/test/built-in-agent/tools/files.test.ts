import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/built-in-agent/tools/limits.ts";
import { hostileValues } from "../../hostile-values.ts";
import { newBench, put } from "./bench.ts";

// Many file operations, so it may be slow on a busy machine.
describe("Read", () => {
  test("[T1] returns numbered lines in the requested range", async () => {
    const { run } = await newBench({ "a.txt": "\uFEFFone\r\ntwo\n\nfour" });
    expect([
      await run("Read", { file_path: "a.txt" }),
      await run("Read", { file_path: "a.txt", offset: 2, limit: 2 }),
      await run("Read", { file_path: "a.txt", offset: 9 }),
    ]).toEqual([
      { ok: true, text: "     1\tone\n     2\ttwo\n     3\t\n     4\tfour" },
      { ok: true, text: "     2\ttwo\n     3\t\n[Lines 2 to 3 of 4.]" },
      { ok: false, code: "bad_input", text: "a.txt has only 4 lines. Use a smaller offset." },
    ]);
  });

  test("[T1] limits the number of lines, a line's length and the total length", async () => {
    const { run } = await newBench({
      many: "x\n".repeat(10_000),
      long: "y".repeat(100_000),
      wide: `${"z".repeat(1999)}\n`.repeat(2000),
    });
    const many = await run("Read", { file_path: "many", limit: 1e6 });
    const long = await run("Read", { file_path: "long" });
    const wide = await run("Read", { file_path: "wide" });
    expect([many.text.slice(-45), long.text.slice(-40), wide.text.length < limits.readChars + 100]).toEqual([
      "  1999\tx\n  2000\tx\n[Lines 1 to 2000 of 10000.]".slice(-45),
      `${"y".repeat(40)}[… 98000 more characters]`.slice(-40),
      true,
    ]);
  });

  test("[T1] rejects binary files, folders, pipes and missing files with an explanation", async () => {
    const { run, root } = await newBench({
      "a.bin": Buffer.from([1, 0, 2]),
      empty: "",
      huge: Buffer.alloc(limits.fileBytes + 1, "x"),
    });
    mkdirSync(path.join(root, "folder"));
    await run("Bash", { command: "mkfifo pipe" });
    const outcomes = [];
    for (const file_path of ["a.bin", "folder", "pipe", "nowhere", "empty", "huge", "a.bin/x"]) {
      const { ok, code, text } = await run("Read", { file_path });
      outcomes.push([ok, code, text]);
    }
    expect(outcomes).toEqual([
      [false, "not_text", "a.bin is a binary file of 3 bytes. Read supports only text and images."],
      [false, "is_folder", "folder is a folder. Use LS."],
      [false, "not_a_file", "pipe is not a regular file."],
      [false, "not_found", "nowhere does not exist. Find it with Glob or LS."],
      [true, undefined, "empty is empty."],
      [false, "too_large", expect.stringMatching(/^huge has 8388609 bytes.*Grep/)],
      [false, "not_found", "a.bin/x does not exist: a part of its path is a file."],
    ]);
  });

  test("[T1] recognizes images by content, not by name", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1");
    const { run } = await newBench({
      "a.txt": png,
      "b.jpg": Buffer.from("ffd8ffe0", "hex"),
      "c.gif": "GIF89a\0",
      "d.webp": webp,
      "e.png": Buffer.concat([png, Buffer.alloc(limits.imageBytes)]),
    });
    const shown = [];
    for (const name of ["a.txt", "b.jpg", "c.gif", "d.webp", "e.png"]) {
      const { code, content } = await run("Read", { file_path: name });
      shown.push(code ?? content);
    }
    expect(shown).toEqual([
      [{ type: "image", mediaType: "image/png", data: png.toString("base64") }],
      [{ type: "image", mediaType: "image/jpeg", data: "/9j/4A==" }],
      [{ type: "image", mediaType: "image/gif", data: "R0lGODlhAA==" }],
      [{ type: "image", mediaType: "image/webp", data: webp.toString("base64") }],
      "too_large",
    ]);
  });
});

describe("Write", () => {
  test("[T2] creates a file and its folders; an existing file must have been read", async () => {
    const { run, root } = await newBench({ old: "old\n" });
    expect([
      await run("Write", { file_path: "a/b/c.txt", content: "new\n" }),
      await run("Write", { file_path: "a/b/c.txt", content: "newer\n" }),
      await run("Write", { file_path: "old", content: "x" }),
    ]).toEqual([
      {
        ok: true,
        text: "Created a/b/c.txt.",
        content: [{ type: "diff", path: "a/b/c.txt", oldText: "", newText: "new\n" }],
      },
      {
        ok: true,
        text: "Wrote a/b/c.txt.",
        content: [{ type: "diff", path: "a/b/c.txt", oldText: "new\n", newText: "newer\n" }],
      },
      { ok: false, code: "not_read", text: "Read old before you change it." },
    ]);
    expect([readFileSync(path.join(root, "a/b/c.txt"), "utf8"), readdirSync(path.join(root, "a/b"))]).toEqual(
      ["newer\n", ["c.txt"]],
    );
  });

  test("[T2] rejects a file that changed on disk since it was read, and says what to do", async () => {
    const { run, root } = await newBench({ a: "1" });
    await run("Read", { file_path: "a" });
    put(root, { a: "2" });
    const refused = {
      ok: false,
      code: "changed_on_disk",
      text: "a has changed since you read it. Read it again.",
    };
    expect(await run("Write", { file_path: "a", content: "3" })).toEqual(refused);
    expect(await run("Edit", { file_path: "a", old_string: "1", new_string: "3" })).toEqual(refused);
    await run("Read", { file_path: "a" });
    expect(await run("Write", { file_path: "a", content: "3" })).toMatchObject({ ok: true });
  });

  test("[T4] preserves mode, line endings and byte order mark, and writes through a link", async () => {
    const { run, root } = await newBench({ "run.sh": "\uFEFFa\r\nb\r\n", target: "t" });
    chmodSync(path.join(root, "run.sh"), 0o751);
    symlinkSync("target", path.join(root, "link"));
    await run("Read", { file_path: "run.sh" });
    await run("Read", { file_path: "link" });
    await run("Write", { file_path: "run.sh", content: "x\ny\r\nz" });
    await run("Write", { file_path: "link", content: "through" });
    expect([
      readFileSync(path.join(root, "run.sh"), "utf8"),
      (statSync(path.join(root, "run.sh")).mode & 0o777).toString(8),
      readlinkSync(path.join(root, "link")),
      readFileSync(path.join(root, "target"), "utf8"),
    ]).toEqual(["\uFEFFx\r\ny\r\nz", "751", "target", "through"]);
  });

  test("[T4] rejects read-only files and git's own files", async () => {
    const { run, root } = await newBench({ locked: "1", ".git/config": "1", "sub/.GIT/hooks/x": "1" });
    chmodSync(path.join(root, "locked"), 0o444);
    const codes = [];
    for (const file_path of ["locked", ".git/config", ".git/hooks/pre-commit", "sub/.GIT/hooks/x"]) {
      await run("Read", { file_path });
      codes.push((await run("Write", { file_path, content: "2" })).code);
    }
    expect(codes).toEqual(["no_permission", "protected_path", "protected_path", "protected_path"]);
  });
});

describe("Edit", () => {
  test("[T3] replaces a unique match, or returns the number of matches", async () => {
    const { run, root } = await newBench({ a: "one two two $& three" });
    await run("Read", { file_path: "a" });
    const edit = (old_string: string, new_string: string, more = {}) =>
      run("Edit", { file_path: "a", old_string, new_string, ...more });
    expect([
      await edit("two", "2"),
      await edit("four", "4"),
      await edit("one", "one"),
      await edit("", "x"),
      await edit("one", "$& $1 $$"),
      await edit("two", "2", { replace_all: true }),
    ]).toEqual([
      {
        ok: false,
        code: "not_unique",
        text: "old_string occurs 2 times. Include more of the surrounding lines, or set replace_all.",
      },
      { ok: false, code: "not_found", text: "old_string was not found. Read the file again." },
      { ok: false, code: "no_change", text: "old_string and new_string are the same." },
      {
        ok: false,
        code: "not_unique",
        text: "old_string is empty, but the file is not. Specify the text to replace.",
      },
      {
        ok: true,
        text: "Edited a: 1 replacement.",
        content: [
          { type: "diff", path: "a", oldText: "one two two $& three", newText: "$& $1 $$ two two $& three" },
        ],
      },
      {
        ok: true,
        text: "Edited a: 2 replacements.",
        content: [
          { type: "diff", path: "a", oldText: "$& $1 $$ two two $& three", newText: "$& $1 $$ 2 2 $& three" },
        ],
      },
    ]);
    expect(readFileSync(path.join(root, "a"), "utf8")).toBe("$& $1 $$ 2 2 $& three");
  });

  test("[T3] creates a file with an empty old_string, and rejects a missing file otherwise", async () => {
    const { run, root } = await newBench();
    expect(await run("Edit", { file_path: "new", old_string: "", new_string: "n" })).toMatchObject({
      ok: true,
    });
    expect(await run("Edit", { file_path: "other", old_string: "a", new_string: "n" })).toMatchObject({
      code: "not_found",
    });
    expect(readdirSync(root)).toEqual(["new"]);
  });

  test("[T3] several edits are all applied, or none", async () => {
    const { run, root } = await newBench({ a: "1 2 3" });
    await run("Read", { file_path: "a" });
    const edits = [
      { old_string: "1", new_string: "one two" },
      { old_string: "two 2", new_string: "2" },
    ];
    expect(
      await run("MultiEdit", { file_path: "a", edits: [...edits, { old_string: "9", new_string: "x" }] }),
    ).toEqual({
      ok: false,
      code: "not_found",
      text: "Edit 3 of 3: old_string was not found. Read the file again.",
    });
    expect(readFileSync(path.join(root, "a"), "utf8")).toBe("1 2 3");
    expect(await run("MultiEdit", { file_path: "a", edits })).toMatchObject({
      ok: true,
      text: "Edited a: 2 replacements.",
    });
    expect(readFileSync(path.join(root, "a"), "utf8")).toBe("one 2 3");
  });

  test("[T2] simultaneous edits are all applied", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `<${index}>`);
    const { run, root } = await newBench({ a: names.join(" ") });
    await run("Read", { file_path: "a" });
    const outcomes = await Promise.all(
      names.map((name) => run("Edit", { file_path: "a", old_string: name, new_string: `${name}!` })),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual(names.map(() => true));
    expect(readFileSync(path.join(root, "a"), "utf8")).toBe(names.map((name) => `${name}!`).join(" "));
  });

  test("[T2] files that are not UTF-8 text are not changed", async () => {
    const { run } = await newBench({ latin: Buffer.from("caf\xe9", "latin1") });
    expect(await run("Read", { file_path: "latin" })).toEqual({ ok: true, text: "     1\tcaf\uFFFD" });
    expect(await run("Edit", { file_path: "latin", old_string: "caf", new_string: "x" })).toMatchObject({
      code: "not_text",
    });
  });

  test("[T3] a diff that is too large for the log is omitted", async () => {
    const { run } = await newBench({ a: `${"x\n".repeat(limits.diffChars)}end` });
    await run("Read", { file_path: "a" });
    expect(await run("Edit", { file_path: "a", old_string: "end", new_string: "END" })).toEqual({
      ok: true,
      text: "Edited a: 1 replacement.",
      content: [],
    });
  });
});

test("[T5] LS lists sorted names with a slash after folders, and excludes ignored names", async () => {
  const { run, root } = await newBench({
    "b.txt": "",
    "a/x": "",
    ".hidden": "",
    "c.log": "",
    "two\nlines": "",
  });
  symlinkSync("a", path.join(root, "link"));
  expect([
    await run("LS", { ignore: ["*.log"] }),
    await run("LS", { path: "a" }),
    await run("LS", { path: "b.txt" }),
    await run("LS", { path: ".." }),
  ]).toEqual([
    { ok: true, text: '"two\\nlines"\n.hidden\na/\nb.txt\nlink@' },
    { ok: true, text: "x" },
    { ok: false, code: "not_a_folder", text: "b.txt is not a folder. Use Read for files." },
    expect.objectContaining({ ok: false, code: "outside_project" }),
  ]);
});

test("[S22, S23] 200 names with shell syntax are treated as plain names", async () => {
  const { run, root, outside } = await newBench();
  const canary = path.join(outside, "canary");
  const values = hostileValues(canary).map((value) => value.replaceAll("/", "∕"));
  const results = [];
  for (const value of values) {
    const file_path = `d/${value}`;
    await run("Write", { file_path, content: value });
    const { ok } = await run("Edit", { file_path, old_string: value, new_string: "changed" });
    results.push(ok);
  }
  expect(results).toEqual(values.map(() => true));
  expect(readdirSync(path.join(root, "d")).sort()).toEqual([...values].sort());
  expect(readdirSync(outside)).toEqual([]);
});

test("[S24] no tool reads or writes outside the project, by any path", async () => {
  const { run, root, outside } = await newBench({ "in.txt": "in" });
  put(outside, { "secret.txt": "canary-secret" });
  symlinkSync(outside, path.join(root, "out"));
  symlinkSync(path.join(outside, "secret.txt"), path.join(root, "leak"));
  symlinkSync(path.join(outside, "not-yet"), path.join(root, "dangling"));
  const paths = [
    "../outside/secret.txt",
    path.join(outside, "secret.txt"),
    "out/secret.txt",
    "leak",
    "out/new/x",
    "dangling",
  ];
  const outcomes = [];
  for (const file_path of paths) {
    outcomes.push(
      await run("Read", { file_path }),
      await run("Write", { file_path, content: "x" }),
      await run("Edit", { file_path, old_string: "", new_string: "x" }),
      await run("MultiEdit", { file_path, edits: [{ old_string: "", new_string: "x" }] }),
      await run("LS", { path: file_path }),
      await run("Grep", { pattern: "canary", path: file_path }),
      await run("Glob", { pattern: "*", path: file_path }),
    );
  }
  expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map(() => false));
  const searches = [
    await run("Grep", { pattern: "canary", output_mode: "content" }),
    await run("Glob", { pattern: "**/secret*" }),
    await run("Glob", { pattern: "../**" }),
    await run("Glob", { pattern: `${outside}/*` }),
  ];
  expect(searches.map(({ text }) => text)).toEqual([
    "No matches.",
    "No files found.",
    "No files found.",
    "No files found.",
  ]);
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
  expect(readFileSync(path.join(outside, "secret.txt"), "utf8")).toBe("canary-secret");
  expect(lstatSync(path.join(root, "leak")).isSymbolicLink()).toBe(true);
});
