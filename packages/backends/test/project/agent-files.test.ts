import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scanAgentFiles } from "../../src/project/agent-files.ts";
import { FileHashes } from "../../src/project/file-hashes.ts";
import { limits } from "../../src/project/limits.ts";
import { untrustedNotice } from "../../src/project/untrusted-project.ts";
import { temporaryFolder } from "../node-program.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(temporaryFolder());
  put(root, files);
  return root;
}

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

const scan = (root: string, agent?: string) => scanAgentFiles(root, new FileHashes(), agent);
const paths = async (root: string, agent?: string) =>
  (await scan(root, agent)).files.map((file) => file.path);
const unchecked = async (root: string) => (await scan(root)).unchecked;
const named = async (root: string, agent?: string) =>
  (await scan(root, agent)).places.map(({ file, programs }) => [file, ...programs]);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("[TR1] files that programs would execute are found, for one program or for all", async () => {
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
  expect(await named(root, "a custom agent")).toEqual(all);
});

test("[TR1] files that are only read do not need trust", async () => {
  const root = folderWith({
    "CLAUDE.md": "Be kind.",
    ".claude/CLAUDE.md": "Be kind.",
    ".claude/rules/one.md": "Be kind.",
    ".claude/worktrees/a/.claude/settings.json": "{}",
    ".github/workflows/test.yml": "on: push",
  });
  mkdirSync(path.join(root, ".codex"));
  expect(await scan(root)).toEqual({ files: [], unchecked: [], places: [] });
});

test("[TR1] files are found up to the root of the repository, and no further", async () => {
  const root = folderWith({
    ".mcp.json": "{}",
    "repository/.pi/settings.json": "{}",
    "repository/.polylog/config.json": "{}",
    "repository/in/it/a": "",
  });
  const inside = path.join(root, "repository/in/it");
  execFileSync("git", ["init", "-q"], { cwd: path.join(root, "repository") });
  expect(await named(inside)).toEqual([["../../.pi", "Pi"]]);
  expect(await paths(inside)).toEqual(["../../.pi/settings.json"]);
});

test("[S33] files at every depth are hashed by content: settings, commands, skills with scripts, plugins", async () => {
  const files = {
    ".agents/skills/b/SKILL.md": "words",
    ".claude/commands/deep/er/x.md": "run",
    ".claude/hooks/h.sh": "one",
    ".claude/settings.json": "{}",
    ".claude/settings.local.json": '{"permissions":{"allow":["Bash"]}}',
    ".claude/skills/a/scripts/lib/run.py": "print(1)",
    ".mcp.json": "{}",
    ".opencode/node_modules/plugin/index.js": "x",
    ".opencode/plugin/p.ts": "x",
    ".pi/extensions/e/src/index.ts": "x",
    "packages/app/.claude/skills/n/SKILL.md": "nested",
  };
  const { files: found } = await scan(folderWith(files));
  expect(found.map(({ path: file, sha256: hash }) => [file, hash])).toEqual(
    Object.entries(files).map(([file, text]) => [file, sha256(text)]),
  );
});

test("[S33] a script that a hook or a server names belongs to the settings that name it", async () => {
  const root = folderWith({
    ".claude/settings.json":
      '{"hooks":{"Stop":[{"command":"\\"$CLAUDE_PROJECT_DIR\\"/scripts/stop.sh --now >> logs/hook.log; sh .claude/plans/p.txt README.md"}]}}',
    ".mcp.json": '{"mcpServers":{"a":{"command":"node","args":["./tools/server.mjs"]}}}',
    ".codex/config.toml": 'notify = ["python3", "tools/notify.py"]',
    "scripts/stop.sh": "1",
    "tools/server.mjs": "2",
    "tools/notify.py": "3",
    "tools/other.mjs": "4",
    "README.md": "not run",
    "logs/hook.log": "not run",
    ".claude/plans/p.txt": "run",
  });
  const settings = [".claude/settings.json", ".codex/config.toml", ".mcp.json"];
  const scripts = (await paths(root)).filter((file) => !settings.includes(file));
  expect(scripts).toEqual([".claude/plans/p.txt", "scripts/stop.sh", "tools/notify.py", "tools/server.mjs"]);
});

test("[S33] a link is hashed by its target; a broken link or one out of the project is reported", async () => {
  const outside = folderWith({ "evil.md": "x", "folder/y.md": "y" });
  const root = folderWith({ "shared/commands/a.md": "a", ".claude/settings.json": "{}" });
  execFileSync("git", ["init", "-q"], { cwd: root });
  const link = (target: string, name: string) => symlinkSync(target, path.join(root, ".claude", name));
  link("../shared/commands", "commands");
  link("..", "loop");
  link(path.join(outside, "evil.md"), "evil.md");
  link(path.join(outside, "folder"), "skills");
  link("nowhere", "gone.md");
  const { files, unchecked: not } = await scan(root);
  expect(files.map((file) => file.path)).toContain(".claude/commands/a.md");
  expect(not).toEqual([
    { path: ".claude/evil.md", reason: `links to ${outside}/evil.md, outside the project` },
    { path: ".claude/gone.md", reason: "links to nowhere, which does not exist" },
    { path: ".claude/skills", reason: `links to ${outside}/folder, outside the project` },
  ]);
});

test("[S33] a folder with capitals in its name is found as on a case-insensitive file system", async () => {
  expect(await paths(folderWith({ ".Claude/Settings.json": "{}", ".github/Hooks/a.json": "{}" }))).toEqual([
    ".Claude/Settings.json",
    ".github/Hooks/a.json",
  ]);
});

test("[S33] pipes do not block, and files beyond a limit are reported as unchecked", async () => {
  const root = folderWith({ ".claude/settings.json": "{}" });
  execFileSync("mkfifo", [path.join(root, ".claude/pipe")]);
  expect(await unchecked(root)).toEqual([{ path: ".claude/pipe", reason: "is not a regular file" }]);

  const deep = folderWith({ [`.claude/${"d/".repeat(limits.agentFileDepth + 2)}x`]: "x" });
  expect((await unchecked(deep)).map(({ reason }) => reason)).toEqual([
    `is more than ${limits.agentFileDepth} folders deep`,
  ]);

  const large = folderWith({ ".claude/plugin/code.bin": "" });
  truncateSync(path.join(large, ".claude/plugin/code.bin"), limits.agentFileBytes + 1);
  expect(await scan(large)).toMatchObject({
    files: [],
    unchecked: [
      {
        path: ".claude/plugin/code.bin",
        reason: `exceeds the limit of ${limits.agentFiles} files or 128 MB`,
      },
    ],
  });
});

test("[S33] a file that changes with the same size and time is hashed again", async () => {
  const root = folderWith({ ".mcp.json": "one" });
  const hashes = new FileHashes();
  const file = path.join(root, ".mcp.json");
  const past = new Date("2020-01-01");
  const hash = async () => (await scanAgentFiles(root, hashes)).files.map((each) => each.sha256);
  utimesSync(file, past, past);
  expect(await hash()).toEqual([sha256("one")]);
  writeFileSync(file, "two");
  utimesSync(file, past, past);
  expect(await hash()).toEqual([sha256("two")]);
  writeFileSync(`${file}.new`, "six");
  utimesSync(`${file}.new`, past, past);
  renameSync(`${file}.new`, file);
  expect(await hash()).toEqual([sha256("six")]);
  rmSync(file);
  expect(await hash()).toEqual([]);
});

test("[TR1] the notice about ignored files shows hidden characters in their names", async () => {
  const root = folderWith({ ".Claude\u200b/settings.json": "{}" });
  const notice = await untrustedNotice(root, {
    agentId: "a",
    name: "Claude Code",
    agent: "claude",
    host: {},
  });
  expect(notice).toMatchObject({ text: expect.stringContaining("(.Claude<U+200B>)") });
});
