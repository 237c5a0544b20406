import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { broughtAlong } from "../../src/project/brought-along.ts";
import { temporaryFolder } from "../node-program.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

const named = async (root: string, agent?: string) =>
  (await broughtAlong(root, agent)).map(({ file, programs }) => [file, ...programs]);

test("[TR1] what programs would run is found, for one of them or for all", async () => {
  const root = folderWith({
    ".claude/settings.json": "{}",
    ".mcp.json": "{}",
    ".gemini/settings.json": "{}",
    ".cursor/rules/style.md": "only read",
    "opencode.json": "{}",
  });
  const claude = [".claude", "Claude Code"];
  expect(await named(root, "claude")).toEqual([claude, [".mcp.json", "Claude Code"]]);
  expect(await named(root, "codex-acp")).toEqual([]);
  const all = [
    claude,
    [".mcp.json", "Claude Code", "GitHub Copilot CLI"],
    [".gemini", "Gemini CLI"],
    ["opencode.json", "OpenCode"],
  ];
  expect(await named(root)).toEqual(all);
  expect(await named(root, "an agent of one's own")).toEqual(all);
});

test("[TR1] what is only read is nothing that waits", async () => {
  const root = folderWith({
    "CLAUDE.md": "Be kind.",
    ".claude/CLAUDE.md": "Be kind.",
    ".claude/rules/one.md": "Be kind.",
    ".claude/worktrees/a/.claude/settings.json": "{}",
    ".github/workflows/test.yml": "on: push",
  });
  mkdirSync(path.join(root, ".codex"));
  expect(await broughtAlong(root)).toEqual([]);
});

test("[TR1] programs look up to the root of the repository, and no further", async () => {
  const root = folderWith({
    ".mcp.json": "{}",
    "repository/.pi/settings.json": "{}",
    "repository/in/it/a": "",
  });
  const inside = path.join(root, "repository/in/it");
  execFileSync("git", ["init", "-q"], { cwd: path.join(root, "repository") });
  expect(await named(inside)).toEqual([["../../.pi", "Pi"]]);
});

test("[TR1] settings count by what they hold", async () => {
  const root = folderWith({ ".claude/settings.json": "one", ".claude/skills/a/SKILL.md": "words" });
  const before = await broughtAlong(root);
  writeFileSync(path.join(root, ".claude/skills/a/SKILL.md"), "other words");
  expect(await broughtAlong(root)).toEqual(before);
  const local = path.join(root, ".claude/settings.local.json");
  writeFileSync(local, '{"permissions":{"allow":["Bash(ls)"]}}');
  expect(await broughtAlong(root)).toEqual(before);
  writeFileSync(local, '{"permissions":{},"hooks":{}}');
  expect(await broughtAlong(root)).not.toEqual(before);
});

test("[TR1] what a person allowed Claude Code for good is nothing that waits", async () => {
  expect(await named(folderWith({ ".claude/settings.local.json": '{"permissions":{"allow":[]}}' }))).toEqual(
    [],
  );
  for (const text of ['{"hooks":{}}', "null", "no JSON"]) {
    expect(await named(folderWith({ ".claude/settings.local.json": text }))).toHaveLength(1);
  }
});
