import fc from "fast-check";
import { expect, test } from "vitest";
import { knownSafe } from "../../src/permissions/known-safe.ts";
import { readCommands } from "../../src/permissions/shell-commands.ts";
import { permissionSubject } from "../../src/permissions/subject.ts";

const of = (toolName: string, input: unknown) => permissionSubject({ toolName, input });
const inProject = (toolName: string, input: unknown) =>
  permissionSubject({ toolName, input, projectRoot: "/p" });

const plain = { cwd: null, access: null, files: [], known: null };
const whole = (input: unknown) => ({ kind: "call", text: JSON.stringify(input), ...plain, reading: null });
const file = (text: string, access: string) => ({
  ...whole(null),
  kind: "file",
  text,
  access,
  files: [text],
});
const command = (text: string) => ({
  kind: "command",
  text,
  ...plain,
  reading: readCommands(text),
  known: knownSafe(text),
});

test("[G1] the subject is a shell's command, a file, or the whole input of any other call", () => {
  expect(of("Bash", { command: "ls -la", description: "Look", timeout: 5 })).toEqual(command("ls -la"));
  expect(of("exec_command", { cmd: "ls" })).toEqual(command("ls"));
  expect(of("Edit", { file_path: "/p/a.ts", old_string: "a", new_string: "b" })).toEqual(
    file("/p/a.ts", "write"),
  );
  expect(of("WebFetch", { url: "x" })).toEqual(whole({ url: "x" }));
  expect(of("mcp__db__query", { command: "drop it" })).toEqual(whole({ command: "drop it" }));
  expect(of("Look", null)).toEqual(whole(null));
});

test("[G1] a field that changes a call's effect is part of its subject", () => {
  const cases: [string, object, string | null][] = [
    ["Bash", { command: "git", args: ["push"] }, "git"],
    ["Bash", { command: "ls", dangerouslyDisableSandbox: true }, "ls"],
    ["shell", { command: "curl x", host: "elsewhere" }, "curl x"],
    ["Bash", { command: "ls", cwd: "/a", workdir: "/b" }, "ls"],
    ["Bash", { command: "ls", cwd: ["/a"] }, "ls"],
    ["Bash", { command: "ls", cmd: "rm x" }, null],
  ];
  for (const [toolName, input, inIt] of cases)
    expect(of(toolName, input)).toEqual({
      ...whole(input),
      reading: inIt === null ? null : readCommands(inIt),
    });
  expect(of("Bash", { command: "ls", dangerouslyDisableSandbox: false, host: null })).toEqual(command("ls"));
});

test("[G6] every spelling of a file, and every tool that writes it, gives the same subject", () => {
  const secret = file("/p/secret.env", "write");
  for (const path of [
    "secret.env",
    "./secret.env",
    "/p/secret.env",
    "a/../secret.env",
    "/p//./secret.env",
    "../p/secret.env",
  ])
    expect([path, inProject("Edit", { file_path: path })]).toEqual([path, secret]);
  expect(inProject("Write", { path: "secret.env", content: "x" })).toEqual(secret);
  expect(inProject("MultiEdit", { file_path: "secret.env", edits: [] })).toEqual(secret);
  expect(inProject("NotebookEdit", { notebook_path: "secret.env" })).toEqual(secret);
  expect(inProject("write_file", { absolute_path: "/p/secret.env" })).toEqual(secret);
  expect(inProject("edit_file", { target_file: "secret.env" })).toEqual(secret);
  expect(inProject("edit", { filePath: "secret.env" })).toEqual(secret);
  expect(
    inProject("apply_patch", {
      patch: "*** Begin Patch\n*** Update File: secret.env\n-a\n+b\n*** End Patch",
    }),
  ).toEqual(secret);
  expect(inProject("apply_patch", { input: "  *** Add File: ./secret.env  \n+a" })).toEqual(secret);
  expect(inProject("Read", { file_path: "secret.env" })).toEqual(file("/p/secret.env", "read"));
  expect(inProject("delete_file", { path: "secret.env" })).toEqual(file("/p/secret.env", "delete"));
  expect(of("Edit", { path: "./a/../b" })).toEqual(file("b", "write"));
});

test("[G6] the subject of a call with several files is its whole input, and it names each file", () => {
  const cases: [string, object, string, string[]][] = [
    ["str_replace_based_edit_tool", { command: "view", path: "a" }, "write", ["/p/a"]],
    ["Edit", { path: "a", file_path: "b" }, "write", ["/p/b", "/p/a"]],
    ["move_file", { source: "a", destination: "b" }, "delete", ["/p/a", "/p/b"]],
    ["read_many_files", { paths: ["a", "b"] }, "read", ["/p/a", "/p/b"]],
    [
      "apply_patch",
      { changes: [{ path: "a", kind: { type: "update", move_path: "b" } }] },
      "write",
      ["/p/a", "/p/b"],
    ],
    ["apply_patch", { changes: { a: {}, b: {} } }, "write", ["/p/a", "/p/b"]],
    ["apply_patch", { patch: "*** Update File: a\n*** Move to: b" }, "write", ["/p/a", "/p/b"]],
    ["apply_patch", { patch: "*** Update File: a\n*** Delete File: b" }, "delete", ["/p/a", "/p/b"]],
    ["patch", { patch: "*** Update File: a\n--- x\n+++ /etc/passwd" }, "write", ["/p/a"]],
  ];
  for (const [toolName, input, access, files] of cases)
    expect([input, inProject(toolName, input)]).toEqual([input, { ...whole(input), access, files }]);
  expect(inProject("apply_patch", { patch: "*** Delete File: a" })).toEqual(file("/p/a", "delete"));
});

test("[G6] a command has a folder if it does not run in the project's", () => {
  const at = (cwd: unknown) => inProject("shell", { command: "ls", cwd });
  expect([undefined, "/p", "/p/", ".", "x/.."].map(at)).toEqual(Array(5).fill(command("ls")));
  expect(at("/etc")).toEqual({ ...command("ls"), cwd: "/etc" });
  expect(at("src")).toEqual({ ...command("ls"), cwd: "/p/src" });
  expect(at("..")).toEqual({ ...command("ls"), cwd: "/" });
});

test("[G7] a tool of an MCP server never counts as a built-in tool, whatever its server is called", () => {
  for (const server of ["acp", "polylog"]) {
    const input = { command: "ls" };
    expect(inProject(`mcp__${server}__Bash`, input)).toEqual({
      ...whole(input),
      reading: readCommands("ls"),
    });
    const path = { file_path: "a" };
    expect(inProject(`mcp__${server}__Edit`, path)).toEqual({
      ...whole(path),
      access: "write",
      files: ["/p/a"],
    });
  }
});

test("[G1] input that is missing or nests too deeply gives no subject", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 1000; level++) deep = [deep];
  expect(of("apply_patch", {})).toBeNull();
  expect(of("Bash", null)).toBeNull();
  expect(of("Look", deep)).toBeNull();
});

test("[G2] a command as a list of words gives the command that really runs", () => {
  const said = (words: unknown) => of("shell", { command: words })?.text;
  expect(said(["bash", "-lc", "ls && make"])).toBe("ls && make");
  expect(said(["/bin/sh", "-c", "ls"])).toBe("ls");
  expect(said("/bin/bash -lc 'ls && make'")).toBe("ls && make");
  expect(said(["echo", "hi; rm x"])).toBe("echo 'hi; rm x'");
  expect(said(["git", "commit", "-m", "it's"])).toBe("git commit -m 'it'\\''s'");
  expect(said(["./bash", "-c", "ls"])).toBe("./bash -c ls");
  expect(said(["/tmp/bash", "-c", "ls"])).toBe("/tmp/bash -c ls");
  expect(said("/tmp/bash -c ls")).toBe("/tmp/bash -c ls");
  expect(said(["bash", "-c", "ls", "more"])).toBe("bash -c ls more");
  expect(of("shell", { command: ["ls", 1] })).toEqual(whole({ command: ["ls", 1] }));
});

test("[G2] no two lists of words give the same text", () => {
  const words = fc.array(fc.oneof(fc.constantFrom("a", "", " ", "'", "b c", ";", "\\"), fc.string()), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const text = (list: readonly string[]) => of("shell", { command: ["run", ...list] })?.text;
      expect(text(one) === text(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});
