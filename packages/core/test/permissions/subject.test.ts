import fc from "fast-check";
import { expect, test } from "vitest";
import { permissionSubject } from "../../src/permissions/subject.ts";

const of = (toolName: string, input: unknown) => permissionSubject({ toolName, input });
const command = (text: string) => ({ kind: "command", text, command: text });

test("[G1] a shell's call is about its command, a file's about the file, any other about all of its input", () => {
  expect(of("Bash", { command: "ls -la", cwd: "/p", description: "Look", timeout: 5 })).toEqual(
    command("ls -la"),
  );
  expect(of("exec_command", { cmd: "ls" })).toEqual(command("ls"));
  expect(of("mcp__acp__Bash", { command: "ls" })).toEqual(command("ls"));
  expect(of("Edit", { file_path: "/p/a.ts", old_string: "a", new_string: "b" })).toEqual({
    ...{ kind: "file", text: "/p/a.ts", command: null },
  });
  expect(of("WebFetch", { url: "x" })).toEqual({ kind: "call", text: '{"url":"x"}', command: null });
  expect(of("mcp__db__query", { command: "drop it" })).toEqual({
    ...{ kind: "call", text: '{"command":"drop it"}', command: null },
  });
  expect(of("Look", null)).toEqual({ kind: "call", text: "null", command: null });
});

test("[G1] a field that changes what a call does is part of it", () => {
  const cases: [string, object, string | null][] = [
    ["Bash", { command: "git", args: ["push"] }, "git"],
    ["Bash", { command: "ls", dangerouslyDisableSandbox: true }, "ls"],
    ["shell", { command: "curl x", host: "elsewhere" }, "curl x"],
    ["Bash", { command: "ls", cmd: "rm x" }, null],
    ["str_replace_based_edit_tool", { command: "view", path: "a.ts" }, null],
    ["Edit", { path: "a.ts", file_path: "b.ts" }, null],
    ["move_file", { path: "a.ts", destination: "b.ts" }, null],
  ];
  for (const [toolName, input, inIt] of cases)
    expect(of(toolName, input)).toEqual({ kind: "call", text: JSON.stringify(input), command: inIt });
  expect(of("Bash", { command: "ls", dangerouslyDisableSandbox: false, host: null })).toEqual(command("ls"));
});

test("[G1] what is not told, or nests too deep, is no subject for a rule", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 1000; level++) deep = [deep];
  expect(of("apply_patch", {})).toBeNull();
  expect(of("Bash", null)).toBeNull();
  expect(of("Look", deep)).toBeNull();
});

test("[G2] a command of words is what is really run", () => {
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
  expect(of("shell", { command: ["ls", 1] })).toEqual({
    ...{ kind: "call", text: '{"command":["ls",1]}', command: null },
  });
});

test("[G2] no two lists of words read alike", () => {
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
