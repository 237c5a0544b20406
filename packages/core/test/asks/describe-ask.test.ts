import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askPlainText } from "../../src/asks/index.ts";
import { described, describedAfter, options } from "./support.ts";

describe("the object of an ask", () => {
  test("[Q1] a command is described with all its other fields", () => {
    const input = {
      ...{ command: "npm test", cwd: "/code/shop/api", dangerouslyDisableSandbox: true, target: "prod" },
      ...{ env: { DEBUG: "1" }, timeout: 5, nothing: null },
    };
    expect(described("Bash", input)).toEqual({
      ...{ askId: "p", kind: "permission", title: "Run npm test", verb: "Run", reason: null },
      objects: [{ kind: "command", text: "npm test" }],
      directory: "/code/shop/api",
      fields: [
        { name: "command", text: "npm test", shownAs: "object" },
        { name: "cwd", text: "/code/shop/api", shownAs: "directory" },
        { name: "dangerouslyDisableSandbox", text: "true", shownAs: null },
        { name: "target", text: "prod", shownAs: null },
        { name: "env", text: '{\n  "DEBUG": "1"\n}', shownAs: null },
        { name: "timeout", text: "5", shownAs: null },
        { name: "nothing", text: "null", shownAs: null },
      ],
      ...{ changes: [], cut: null, hasHidden: false, isUntold: false },
      choices: [
        { number: 1, option: options[0], label: "Allow once", effect: "allow", isPrimary: true, covers: [] },
        { number: 2, option: options[1], label: "Reject", effect: "reject", isPrimary: true, covers: [] },
      ],
      ...{ sessionId: "session-1", sessionTitle: null, project: { name: "shop", root: "/code/shop" } },
      agentPath: ["claude"],
    });
  });

  const edits: readonly (readonly [string, unknown, string])[] = [
    ["Edit", { file_path: "a.ts", old_string: "1", new_string: "2" }, "Edit a.ts"],
    ["edit", { path: "a.ts", edits: [{ oldText: "1", newText: "2" }] }, "Edit a.ts"],
    ["edit", { filePath: "a.ts", oldString: "1", newString: "2" }, "Edit a.ts"],
    ["NotebookEdit", { notebook_path: "a.ipynb", new_source: "2" }, "Edit a.ipynb"],
    ["write", { path: "a.ts", content: "2" }, "Write a.ts"],
    ["write_file", { absolute_path: "/a.ts", content: "2" }, "Write /a.ts"],
    ["str_replace_editor", { command: "create", path: "a.ts", file_text: "2" }, "Write a.ts"],
    [
      "apply_patch",
      "*** Begin Patch\n*** Add File: a.ts\n+2\n*** Delete File: b.ts\n*** End Patch",
      "Edit 2 files: a.ts, b.ts",
    ],
    ["apply_patch", { changes: [{ path: "a.ts", kind: { type: "delete" }, diff: "1\n" }] }, "Delete a.ts"],
    ["delete_file", { path: "a.ts" }, "Delete a.ts"],
    ["move", { source: "a.ts", destination: "b.ts" }, "Move a.ts to b.ts"],
    ["Read", { file_path: "/etc/passwd" }, "Read /etc/passwd"],
  ];

  test.each(edits)("[Q2] %s names its file: %o", (toolName, input, title) => {
    expect(described(toolName, input).title).toBe(title);
  });

  const others: readonly (readonly [string, unknown, string])[] = [
    ["shell", { command: ["bash", "-lc", "rm x"], host: "evil.example" }, "Run rm x"],
    ["exec_command", { cmd: "ls" }, "Run ls"],
    [
      "WebFetch",
      { url: "https://good.example@evil.example:8443/x?y=good.example" },
      "Fetch evil.example:8443",
    ],
    ["WebFetch", { url: "https://evil.example\\@good.example/" }, "Fetch evil.example"],
    ["web_fetch", { prompt: "Read https://a.example/1 and http://b.example/2" }, "Fetch a.example"],
    ["WebFetch", { url: "no address" }, "Fetch no address"],
    ["WebSearch", { query: "cats" }, "Search the web for cats"],
    ["Task", { description: "Explore", prompt: "Look around" }, "Run subagent Explore"],
    ["mcp__github__search", { q: "x" }, "Use search (MCP server github)"],
    ["Deploy", { target: "prod" }, "Use Deploy"],
  ];

  test.each(others)("[Q2] %s names its object: %o", (toolName, input, title) => {
    expect(described(toolName, input).title).toBe(title);
  });

  test("[Q1] fields that only the call has are taken from the call", () => {
    const changes = [{ path: "a.ts", kind: { type: "update" }, diff: "@@ -1 +1 @@\n-1\n+2\n" }];
    const codex = describedAfter(
      { type: "tool_call_start", callId: "c", toolName: "apply_patch", input: { changes } },
      {
        type: "permission_request",
        requestId: "p",
        callId: "c",
        toolName: "apply_patch",
        input: {},
        options,
      },
    );
    expect(codex).toMatchObject({
      title: "Edit a.ts",
      fields: [{ name: "changes", text: JSON.stringify(changes, null, 2), shownAs: null }],
      changes: [{ kind: "diff", path: "a.ts" }],
    });
    const diff = { type: "diff", path: "/p/b.ts", oldText: "1", newText: "2" } as const;
    const gemini = describedAfter(
      {
        type: "tool_call_start",
        callId: "c",
        toolName: "replace",
        kind: "edit",
        title: "b",
        content: [diff],
      },
      {
        ...{ type: "permission_request", requestId: "p", callId: "c", toolName: "replace", options },
        input: { title: "b.ts: 1 => 2" },
      },
    );
    expect(gemini).toMatchObject({ title: "Edit /p/b.ts", changes: [{ kind: "diff", path: "/p/b.ts" }] });
    expect(askPlainText(gemini)).toContain("Change to /p/b.ts:\n  - 1\n  + 2");
  });

  test("[Q3] the same text in a field with another meaning is shown separately", () => {
    const input = { file_path: "a.ts", old_string: "1", new_string: "prod", target: "prod", mirror: "a.ts" };
    expect(described("Edit", input).fields).toEqual([
      { name: "file_path", text: "a.ts", shownAs: "object" },
      { name: "old_string", text: "1", shownAs: "change" },
      { name: "new_string", text: "prod", shownAs: "change" },
      { name: "target", text: "prod", shownAs: null },
      { name: "mirror", text: "a.ts", shownAs: null },
    ]);
  });

  test("[Q3] a reason is shown once, and not if it only repeats the object", () => {
    const asked = (description: string) =>
      describedAfter({
        ...{ type: "permission_request", requestId: "p", toolName: "Bash", options, description },
        input: { command: "npm ci", description: "Install the packages" },
      });
    const given = asked("Install the packages");
    expect(given.reason).toBe("Install the packages");
    expect(given.fields.map(({ shownAs }) => shownAs)).toEqual(["object", "reason"]);
    expect(askPlainText(given)).toBe(
      "Run npm ci\nshop · claude\nFolder: /code/shop\nReason: Install the packages\nCommand: npm ci",
    );
    for (const repeated of ["npm ci", "Run npm ci", " "]) {
      expect(asked(repeated)).toMatchObject({
        reason: null,
        fields: [{ shownAs: "object" }, { shownAs: null }],
      });
    }
  });

  test("[Q3] a change that is too large to draw, or a patch, is shown as the agent sent it", () => {
    const content = "x\n".repeat(30_000);
    const large = described("Edit", { file_path: "a", old_string: "y", new_string: content });
    expect(large.fields.map(({ shownAs }) => shownAs)).toEqual(["object", null, null]);
    const patch = described("apply_patch", { patch: "*** Begin Patch\n*** Add File: a\n+1\n*** End Patch" });
    expect(patch.fields).toMatchObject([{ name: "patch", shownAs: null }]);
  });

  test("[Q1] an agent that states nothing is described as such", () => {
    expect(described("Deploy", {})).toMatchObject({ title: "Use Deploy", isUntold: true, fields: [] });
    expect(askPlainText(described("Deploy", null))).toContain("The agent does not say what this does.");
    expect(described("Deploy", { a: 1 }).isUntold).toBe(false);
  });

  test("[Q1] a question and a plan are shown completely", () => {
    const question = describedAfter({
      ...{ type: "ask_user", questionId: "q" },
      questions: [{ question: "Which?", options: [{ label: "red", description: "as a rose" }] }],
    });
    expect([question.title, askPlainText(question)]).toEqual([
      "Which?",
      "Which?\nshop · claude\nOptions: - red: as a rose",
    ]);
    const plan = describedAfter({
      ...{ type: "plan_update", planId: "l", awaitsApproval: true, text: "Do it.\nWell." },
      entries: [{ content: "Build", status: "pending" }],
    });
    expect(askPlainText(plan)).toBe(
      "Approve the plan: Do it. …\nshop · claude\nPlan:\n  Do it.\n  Well.\nitems: - Build",
    );
  });
});

const visible = /^(?:[\t\n\p{L}\p{M}\p{N}\p{P}\p{S} ])*$/u;
const names = fc.oneof(fc.constantFrom("Bash", "Edit", "Write", "WebFetch", "apply_patch"), fc.string());

test("[Q1] [Q6] whatever an agent sends, every field is shown, and no hidden character survives in the text", () => {
  const key = fc.oneof(fc.constantFrom("command", "file_path", "content", "cwd", "url"), fc.string());
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(names, fc.dictionary(key, fc.oneof(text, fc.jsonValue())), (toolName, input) => {
      const ask = described(toolName === "" ? "x" : toolName, input);
      expect(ask.fields.map(({ name, text: told }) => [name, told])).toEqual(
        Object.entries(input).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value, null, 2),
        ]),
      );
      expect(askPlainText(ask)).toMatch(visible);
      expect(ask.title).toMatch(visible);
      expect(ask.title).not.toContain("\n");
    }),
    { numRuns: 500 },
  );
});

test("[Q6] no agent text can start a line that looks like Polylog's", () => {
  const fake = "x\nFolder: /safe\nCommand: ls";
  const lines = askPlainText(described(fake, { command: fake, [fake]: fake, cwd: fake })).split("\n");
  expect(lines.filter((line) => /^(?:Folder: \/safe|Command: ls)/.test(line))).toEqual([]);
});
