import { expect, test } from "vitest";
import { modeOf } from "../../../src/built-in-agent/instructions/agent-files.ts";
import { limits } from "../../../src/built-in-agent/instructions/limits.ts";
import type { ToolContext } from "../../../src/built-in-agent/tools/tool.ts";
import { folderWith, load } from "./folders.ts";

test("[IN7] files define agents, and the project's take precedence over the user's", async () => {
  const configFolder = folderWith({
    "agents/tester.md": "---\ndescription: mine\n---\nTest.",
    "agents/writer.md": "---\nname: scribe\ndescription: writes\ntools: Read, Write\n---\nWrite.",
  });
  const tester =
    "---\ndescription: tests\nmodel: small\ntools: [Bash, Read]\npolicy: accept_edits\n---\n\nTest it.\n";
  const { agents, notices } = await load({ ".polylog/agents/tester.md": tester }, { configFolder });
  expect(notices).toEqual([]);
  expect(agents).toEqual([
    {
      name: "tester",
      description: "tests",
      model: "small",
      tools: ["Bash", "Read"],
      policy: "accept_edits",
      prompt: "Test it.",
      file: ".polylog/agents/tester.md",
      origin: "project",
    },
    {
      name: "scribe",
      description: "writes",
      model: null,
      tools: ["Read", "Write"],
      policy: null,
      prompt: "Write.",
      file: `${configFolder}/agents/writer.md`,
      origin: "own",
    },
  ]);
});

test("[IN7] an agent never has more permissions than its caller", () => {
  const modes = ["plan", "ask", "accept_edits", "full"] as const;
  const table = modes.map((caller) => [...modes, null].map((policy) => modeOf({ policy }, caller)));
  expect(table).toEqual([
    ["plan", "plan", "plan", "plan", "plan"],
    ["plan", "ask", "ask", "ask", "ask"],
    ["plan", "ask", "accept_edits", "accept_edits", "accept_edits"],
    ["plan", "ask", "accept_edits", "full", "full"],
  ]);
});

test("[IN7] an invalid file is skipped and reported with its line", async () => {
  const { agents, notices } = await load({
    ".polylog/agents/a-head.md": "---\nname: a\n",
    ".polylog/agents/b-field.md": "---\ndescription: b\nwhat is this\n---\n",
    ".polylog/agents/c-policy.md": "---\ndescription: c\n\npolicy: everything\n---\n",
    ".polylog/agents/d-name.md": "---\nname: ../d\ndescription: d\n---\n",
    ".polylog/agents/e-none.md": "Just text.",
    ".polylog/agents/f-model.md": "---\ndescription: f\nmodel: [a, b]\n---\n",
    ".polylog/agents/g-huge.md": `---\ndescription: g\n---\n${"x".repeat(limits.fileBytes)}`,
    ".polylog/agents/good.md": "---\ndescription: good\n---\n",
    ".polylog/agents/notes.txt": "no agent",
  });
  expect(agents.map(({ name }) => name)).toEqual(["good"]);
  expect(notices).toEqual([
    ".polylog/agents/a-head.md:1 was skipped: the closing `---` line is missing.",
    ".polylog/agents/b-field.md:3 was skipped: expected `key: value`.",
    ".polylog/agents/c-policy.md:4 was skipped: `policy` must be one of ask, accept_edits, plan, full.",
    ".polylog/agents/d-name.md:2 was skipped: the name contains invalid characters.",
    ".polylog/agents/e-none.md:1 was skipped: `description` is required.",
    ".polylog/agents/f-model.md:3 was skipped: `model` must be text.",
    `.polylog/agents/g-huge.md:1 was skipped: it is larger than ${limits.fileBytes} bytes.`,
  ]);
});

test("[IN8] skills are listed, and loaded on request", async () => {
  const { systemText, tools, notices } = await load({
    ".polylog/skills/release/SKILL.md":
      "---\nname: release\ndescription: >\n  How to make\n  a release\n---\n1. Tag.\n",
    ".claude/skills/release/SKILL.md": "---\ndescription: another\n---\nNo.",
    ".claude/skills/deploy/SKILL.md":
      "---\ndescription: How to deploy\nmetadata:\n  author: them\n---\nPush.",
    ".claude/skills/README.md": "no skill",
  });
  expect(notices).toEqual([]);
  expect(systemText).toBe(
    "Available skills (use the Skill tool to load one):\n- release: How to make a release\n- deploy: How to deploy",
  );
  expect(tools.map(({ name, effect }) => ({ name, effect }))).toEqual([{ name: "Skill", effect: "read" }]);
  const run = (name: string) => tools[0]?.run({ name }, {} as ToolContext);
  expect(await run("release")).toEqual({
    ok: true,
    text: "1. Tag.\n\nThe files it refers to are in .polylog/skills/release.",
  });
  expect(await run("nothing")).toEqual({
    ok: false,
    code: "not_found",
    text: "No skill is named nothing. Available skills: release, deploy.",
  });
});

test("[IN9] commands are prompts with placeholders for arguments", async () => {
  const { commands, expand, notices } = await load({
    ".polylog/commands/fix.md":
      "---\ndescription: Fixes an issue\nargument-hint: <number>\n---\nFix $1 in $2 ($3). All: $ARGUMENTS; $10 $ARGUMENTSX",
    ".polylog/commands/plain.md": "Say hello.\nPlease.",
    ".claude/commands/plain.md": "Not this one.",
    ".claude/commands/shell.md": "Look: !`touch canary` $(touch canary) $&",
    ".claude/commands/empty.md": "---\ndescription: nothing\n---\n",
  });
  expect(commands).toEqual([
    { name: "fix", description: "Fixes an issue", input: { hint: "<number>" } },
    { name: "plain", description: "Say hello." },
    { name: "shell", description: "Look: !`touch canary` $(touch canary) $&" },
  ]);
  expect(notices).toEqual([".claude/commands/empty.md:1 was skipped: it has no text."]);
  const texts = await Promise.all(
    [
      '/fix 12 "the $1 parser"',
      "/plain",
      "/plain and $& more",
      "/shell",
      "/unknown thing",
      "/usr/bin/env is a path",
      "say /plain",
      "/",
    ].map(async (text) => (await expand(text)).text),
  );
  expect(texts).toEqual([
    'Fix 12 in the $1 parser (). All: 12 "the $1 parser"; $10 $ARGUMENTSX',
    "Say hello.\nPlease.",
    "Say hello.\nPlease.\n\nand $& more",
    "Look: !`touch canary` $(touch canary) $&",
    "/unknown thing",
    "/usr/bin/env is a path",
    "say /plain",
    "/",
  ]);
});
