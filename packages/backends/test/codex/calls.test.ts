import fc from "fast-check";
import { expect, test } from "vitest";
import { changesIn } from "../../src/codex/translate/change-report.ts";
import { shellCommand } from "../../src/codex/translate/shell-command.ts";
import { agentId, busy, completed, notified, play, runRef, started, told, turnCompleted } from "./lines.ts";

const command = (more: object = {}) => ({
  type: "commandExecution",
  id: "c",
  command: "/bin/bash -lc 'ls src'",
  cwd: "/project",
  status: "inProgress",
  commandActions: [{ type: "listFiles", command: "ls src", path: "src" }],
  aggregatedOutput: null,
  exitCode: null,
  durationMs: null,
  ...more,
});
const commandStart = {
  type: "tool_call_start",
  callId: "c",
  toolName: "shell",
  kind: "search",
  input: { command: "ls src", cwd: "/project" },
  locations: [{ path: "src" }],
  ...runRef,
};
const commandEnd = { type: "tool_result", callId: "c", toolName: "shell", ...runRef };

test("[CX4] a command is reported with its streamed output and its outcome", () => {
  const prints = (delta: string) => notified("item/commandExecution/outputDelta", { itemId: "c", delta });
  const end = command({ status: "failed", aggregatedOutput: "a\nb\n", exitCode: 2, durationMs: 12 });
  expect(told(busy, started(command()), prints("a\n"), prints("b\n"), completed(end))).toEqual([
    commandStart,
    { type: "tool_output_delta", callId: "c", toolName: "shell", offset: 0, delta: "a\n", ...runRef },
    { type: "tool_output_delta", callId: "c", toolName: "shell", offset: 2, delta: "b\n", ...runRef },
    {
      ...commandEnd,
      ok: false,
      error: { code: "tool_error", message: "Exit code 2" },
      result: "a\nb\n",
      exitCode: 2,
      durationMs: 12,
    },
  ]);
});

test("[CX4] a denied call is reported as denied, and a call that is only reported at its end has a start", () => {
  expect(told(busy, completed(command({ status: "declined" })))).toEqual([
    commandStart,
    { ...commandEnd, ok: false, error: { code: "permission_denied", message: "This was not allowed." } },
  ]);
});

test("[CX4] a command that outlives its turn ends with it, and its real end is not reported", () => {
  const { state, events } = play(busy, started(command()), turnCompleted({ status: "completed" }));
  const end = completed(command({ status: "completed", aggregatedOutput: "late", exitCode: 0 }));
  expect([...events.filter(({ type }) => type !== "agent_status"), ...play(state, end).events]).toEqual([
    commandStart,
    { ...commandEnd, ok: true },
    { type: "run_ended", outcome: "completed", ...runRef },
  ]);
});

test("[CX4] a patch, an MCP tool, a search and an image are calls", () => {
  const changes = [{ path: "/p/a.txt", kind: { type: "add" }, diff: "one\n" }];
  const mcp = { type: "mcpToolCall", id: "m", server: "box", tool: "echo", arguments: { text: "hi" } };
  const content = [
    { type: "text", text: "You said hi" },
    { type: "image", mimeType: "image/png", data: "AAAA" },
  ];
  const start = (callId: string, more: object) => ({ type: "tool_call_start", callId, ...more, ...runRef });
  const end = (callId: string, toolName: string, more: object) => ({
    type: "tool_result",
    callId,
    toolName,
    ok: true,
    ...more,
    ...runRef,
  });
  expect(
    told(
      busy,
      completed({ type: "fileChange", id: "f", changes, status: "completed" }),
      started({ ...mcp, status: "inProgress" }),
      notified("item/mcpToolCall/progress", { itemId: "m", message: "half" }),
      completed({ ...mcp, status: "completed", result: { content }, durationMs: 3 }),
      completed({ ...mcp, id: "n", status: "failed", error: { message: "It broke." } }),
      completed({ type: "webSearch", id: "w", query: "codex" }),
      completed({ type: "imageView", id: "i", path: "/p/a.png" }),
    ),
  ).toEqual([
    start("f", {
      toolName: "apply_patch",
      kind: "edit",
      input: { changes },
      locations: [{ path: "/p/a.txt" }],
    }),
    end("f", "apply_patch", {}),
    start("m", { toolName: "mcp__box__echo", input: { text: "hi" } }),
    { type: "tool_progress", callId: "m", message: "half", ...runRef },
    end("m", "mcp__box__echo", {
      result: "You said hi",
      content: [{ type: "image", mediaType: "image/png", data: "AAAA" }],
      durationMs: 3,
    }),
    start("n", { toolName: "mcp__box__echo", input: { text: "hi" } }),
    end("n", "mcp__box__echo", {
      ok: false,
      error: { code: "tool_error", message: "It broke." },
      result: "",
    }),
    start("w", { toolName: "web_search", kind: "search", input: { query: "codex" } }),
    end("w", "web_search", {}),
    start("i", { toolName: "view_image", kind: "read", input: { path: "/p/a.png" } }),
    end("i", "view_image", {}),
  ]);
});

test("[CX4] waiting for subagents is shown as a status, not as a call", () => {
  const wait = { type: "collabAgentToolCall", id: "w", tool: "wait", status: "inProgress" };
  expect(play(busy, started(wait), completed({ ...wait, status: "completed" })).events).toEqual([
    { type: "agent_status", status: "working", detail: "Waiting for subagents", runId: "run", agentId },
  ]);
});

test("[CX4] the reported command is the one inside the shell call, whatever it contains", () => {
  const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const double = (text: string) => `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect([
        shellCommand(`/bin/bash -lc ${single(text)}`),
        shellCommand(`/usr/bin/zsh -c ${double(text)}`),
      ]).toEqual([text, text]);
    }),
  );
  const plain = [
    "ls -la",
    "bash -lc 'ls'",
    "/bin/bash -lc 'a' 'b'",
    '/bin/bash -lc "$x"',
    "/bin/bash -lc 'open",
  ];
  expect(plain.map(shellCommand)).toEqual(plain);
  expect(shellCommand("/bin/bash -lc ls")).toBe("ls");
});

test("[CX11] a git diff yields the changes of each file, within bounds", () => {
  const part = (head: string, body = "") => `diff --git ${head}\n${body}`;
  const changed = part(
    "a/a b.txt b/a b.txt",
    "--- a/a b.txt\n+++ b/a b.txt\n@@ -1 +1,2 @@\n-x\n+y\n+--- z\n",
  );
  const gone = part(
    "a/old.txt b/old.txt",
    "deleted file mode 100644\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
  );
  const moved = part(
    "a/from.txt b/to.txt",
    "similarity index 100%\nrename from from.txt\nrename to to.txt\n",
  );
  const many = Array.from({ length: 60 }, (_, n) => part(`a/${n} b/${n}`)).join("");
  expect(changesIn(changed + gone + moved)).toEqual({
    files: [
      { path: "a b.txt", status: "modified", added: 2, removed: 1, diff: changed },
      { path: "old.txt", status: "deleted", added: 0, removed: 1, diff: gone },
      { path: "to.txt", oldPath: "from.txt", status: "renamed", added: 0, removed: 0, diff: moved },
    ],
    truncatedCount: 0,
  });
  const cut = changesIn(many);
  expect([cut?.files.length, cut?.truncatedCount]).toEqual([20, 40]);
  const [long] = changesIn(`${changed}${"+more\n".repeat(16_000)}`)?.files ?? [];
  expect(long).toMatchObject({ path: "a b.txt", added: 16_002, removed: 1 });
  const left = "\\ The rest is omitted.\n";
  const shown = long?.diff ?? "";
  expect([shown.length > 11_900 && shown.length <= 12_000, shown.startsWith(changed)]).toEqual([true, true]);
  expect(shown.endsWith(`+more\n${left}`)).toBe(true);
  expect(changesIn("no difference")).toBe(null);
});

test("[CF5] a command that outlives its turn is tracked until it ends", () => {
  const done = turnCompleted({ status: "completed" });
  const after = play(busy, started(command()), done).state;
  const ended = play(after, completed(command({ status: "completed", exitCode: 0 }))).state;
  const stopped = play(busy, started(command()), turnCompleted({ status: "interrupted" })).state;
  expect([after, ended, stopped].map(({ leftRunning }) => [...leftRunning])).toEqual([["c"], [], []]);
});
