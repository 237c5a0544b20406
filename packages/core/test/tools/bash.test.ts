import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Text } from "../../src/data/text.ts";
import { commandText, shellWords } from "../../src/tools/input/command.ts";
import { aCard, cardOf, done, failed, goesOn, pending } from "./call.ts";

const command = (text: string, cwd: string | null = null) =>
  ({ kind: "command", command: text, cwd, collapsed: false }) as const;
const output = (text: string, exitCode: number | null = null) =>
  ({
    kind: "output",
    text,
    exitCode,
    totalChars: null,
    blobId: null,
    excerpt: { from: "end", lines: 20 },
    collapsed: "preview",
  }) as const;

describe("a command as agents send it", () => {
  test("[T6] Claude: the command is visible, its output collapsed", () => {
    const input = { command: "ls -la src && git status --short", description: "List sources" };
    expect(cardOf(done("Bash", input, "add.js\nindex.js"))).toEqual(
      aCard({
        icon: "terminal",
        title: "Ran",
        object: "ls -la src && git status --short",
        summary: "add.js",
        blocks: [command("ls -la src && git status --short"), output("add.js\nindex.js")],
      }),
    );
  });

  test("[T6] Codex app-server: the command inside `/bin/bash -lc`", () => {
    const input = { command: "/bin/bash -lc 'touch made.txt && ls made.txt'", cwd: "/project" };
    expect(cardOf(done("commandExecution", input, "made.txt\n", { exitCode: 0, durationMs: 145 }))).toEqual(
      aCard({
        icon: "terminal",
        title: "Ran",
        object: "touch made.txt && ls made.txt",
        summary: "made.txt",
        durationMs: 145,
        blocks: [command("touch made.txt && ls made.txt", "/project"), output("made.txt\n", 0)],
      }),
    );
  });

  test("[T6] Codex tools: `cmd`, a list of words, an action", () => {
    const shown = [
      cardOf(pending("exec_command", { cmd: "cat hello.txt", workdir: "/project" })),
      cardOf(pending("shell", { command: ["bash", "-lc", "cat hello.txt"], workdir: "/project" })),
      cardOf(
        pending("local_shell", { action: { command: ["cat", "hello.txt"], working_directory: "/project" } }),
      ),
    ];
    const card = aCard({
      icon: "terminal",
      title: "Running",
      object: "cat hello.txt",
      blocks: [command("cat hello.txt", "/project")],
      ...goesOn,
    });
    expect(shown).toEqual([card, card, card]);
  });

  test("[T6] Pi: output while it runs", () => {
    const call = pending(
      "bash",
      { command: "for i in 1 2; do echo tick $i; done" },
      { output: Text.of("tick 1\n") },
    );
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "terminal",
        title: "Running",
        object: "for i in 1 2; do echo tick $i; done",
        blocks: [command("for i in 1 2; do echo tick $i; done"), output("tick 1\n")],
        ...goesOn,
      }),
    );
  });

  test("[T6] ACP (claude): the purpose of a command is not its output, and a fence is not part of it", () => {
    const input = { command: "node src/index.js", description: "Run it" };
    const acp = { toolKind: "execute", title: "node src/index.js" };
    const running = pending("Bash", input, { ...acp, content: [{ type: "text", text: "Run it" }] });
    expect(cardOf(running).blocks).toEqual([command("node src/index.js")]);
    const ended = done("Bash", input, null, {
      ...acp,
      content: [{ type: "text", text: "```console\n5\n```" }],
    });
    expect(cardOf(ended)).toEqual(
      aCard({
        icon: "terminal",
        title: "Ran",
        object: "node src/index.js",
        summary: "5",
        blocks: [command("node src/index.js"), output("5")],
      }),
    );
  });

  test("[T6] ACP (gemini): no input, the title is the command and the content says where", () => {
    const call = done("run_shell_command", null, null, {
      toolKind: "execute",
      title: "ls -la",
      content: [{ type: "text", text: "[current working directory /project] (look around)" }],
    });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "terminal",
        title: "Ran",
        object: "ls -la",
        summary: "Completed",
        blocks: [command("ls -la", "/project")],
      }),
    );
  });

  test("[T6] ACP (opencode): a title that only names the tool is not a command", () => {
    const call = pending("bash", { cwd: "/project" }, { toolKind: "execute", title: "bash" });
    expect(cardOf(call)).toEqual(aCard({ icon: "terminal", title: "bash", ...goesOn }));
  });

  test("[T6] ACP (codex): a command that only reads shows the file, not its output", () => {
    const look = { toolKind: "read", output: Text.of("first line\n") };
    expect(cardOf(done("exec_command", null, null, { ...look, title: "List files" }))).toEqual(
      aCard({ icon: "read", title: "List files" }),
    );
    const located = { ...look, title: "Read file '/project/a'", locations: [{ path: "/project/a" }] };
    expect(cardOf(done("exec_command", null, null, located))).toEqual(
      aCard({
        icon: "read",
        title: "Read",
        object: "/project/a",
        blocks: [
          { kind: "files", files: [{ path: "/project/a", line: null, detail: null }], collapsed: true },
        ],
      }),
    );
  });

  test("[T6] a command of many lines shows its first line in the card's line and all of them below, unchanged", () => {
    const script = "cd /project\n\tnpm test \u001b[31m\u202e\n";
    expect(cardOf(pending("Bash", { command: script }))).toEqual(
      aCard({
        icon: "terminal",
        title: "Running",
        object: "cd /project …",
        blocks: [command(script)],
        ...goesOn,
      }),
    );
  });

  test("[T6] cut output states its full length", () => {
    const call = done("Bash", { command: "cat big" }, "head of it", {
      truncated: { totalChars: 70_000, blobId: "b" },
    });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "terminal",
        title: "Ran",
        object: "cat big",
        summary: "head of it",
        state: "truncated",
        blocks: [command("cat big"), { ...output("head of it"), totalChars: 70_000, blobId: "b" }],
      }),
    );
  });
});

describe("a failed command", () => {
  test.each([
    ["Claude", failed("Bash", { command: "make" }, "Exit code 3\nout\noops")],
    ["Codex", failed("exec_command", { cmd: "make" }, "out\noops", { exitCode: 3 })],
    ["Pi", failed("bash", { command: "make" }, "out\noops\n\nCommand exited with code 3")],
    ["an agent that reports success", done("Bash", { command: "make" }, "out\noops", { exitCode: 3 })],
    [
      "an agent that only writes the exit code into the text",
      done("Bash", { command: "make" }, "Exit code 3\nout\noops"),
    ],
  ])("[T6] %s: the exit code and the output are the reason", (_, call) => {
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "terminal",
        title: "Ran",
        object: "make",
        summary: "Exit code 3: out",
        state: "error",
        blocks: [command("make"), output("out\noops", 3)],
      }),
    );
  });

  test("[T6] a rejected command never ran", () => {
    expect(cardOf(failed("Bash", { command: "rm -rf build" }, "Not now, please use another way."))).toEqual(
      aCard({
        icon: "terminal",
        title: "Tried to run",
        object: "rm -rf build",
        summary: "Not now, please use another way.",
        state: "error",
        blocks: [
          command("rm -rf build"),
          {
            kind: "error",
            code: "tool_error",
            message: "Not now, please use another way.",
            collapsed: false,
          },
        ],
      }),
    );
  });

  test("[T6] a stopped command keeps its output so far", () => {
    const stopped = { code: "tool_interrupted", message: "Interrupted by the user." };
    const call = failed("bash", { command: "sleep 52" }, "", {
      result: null,
      error: stopped,
      exitCode: -1,
      output: Text.of("begin\n"),
    });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "terminal",
        title: "Tried to run",
        object: "sleep 52",
        summary: "Interrupted by the user.",
        state: "interrupted",
        blocks: [command("sleep 52"), output("begin\n", -1), { kind: "error", ...stopped, collapsed: false }],
      }),
    );
  });
});

describe("the words of a command", () => {
  test.each([
    [`/bin/bash -lc 'echo '\\''hi'\\'''`, "echo 'hi'"],
    [`/usr/bin/zsh -c "echo \\"a\\" \\$HOME"`, 'echo "a" $HOME'],
    ["/bin/sh -c ls", "ls"],
    [["powershell.exe", "-NoProfile", "-Command", "dir"], "dir"],
    [["git", "commit", "-m", "it's done"], "git commit -m 'it'\\''s done'"],
  ])("[T6] %j is read as %s", (given, meant) => {
    expect(commandText(given)).toBe(meant);
  });

  test.each([
    "bash -c 'ls'",
    "/bin/bash -lc 'ls' && rm x",
    "/bin/bash -lc 'ls",
    '/bin/bash -lc "echo $(id)"',
    "/bin/bash -lc 'ls' extra",
    "/bin/bash script.sh",
    "/bin/bash script -c ls",
  ])("[T6] %j stays unchanged", (line) => {
    expect(commandText(line)).toBe(line);
  });

  test.each([[""], ["  "], [[]], [["ls", 1]], [{}], [null], [7]])("[T6] %j is not a command", (value) => {
    expect(commandText(value)).toBeNull();
  });

  test("[T6] quoting a list of words and reading it again gives the list", () => {
    const word = fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        expect(shellWords(commandText(["x", ...words]) as string)).toEqual(["x", ...words]);
      }),
    );
  });
});
