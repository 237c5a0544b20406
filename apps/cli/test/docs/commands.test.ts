import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { commandFault } from "./support/check-command.ts";
import { Sandbox } from "./support/sandbox.ts";
import { blockFaults, inlineCommands, shellBlocks } from "./support/shell-blocks.ts";
import { splitCommands } from "./support/split-commands.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const pages = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const documents = ["README.md", "CONTRIBUTING.md", "AGENTS.md", ...pages].sort();
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const runnable = (name: string) => shellBlocks(read(name)).filter(({ noRun }) => noRun === null);

/** Without a configured agent, as for a reader's first commands. */
const bare = new Set(["README.md", "docs/start/first-run.md", "docs/use/built-in-agent.md"]);

/** Invalid commands of a document, also in blocks that do not run and in code spans. */
async function commandFaults(markdown: string): Promise<string[]> {
  const faults = blockFaults(markdown);
  const check = async (commands: readonly { line: number; text: string }[], isIgnored: RegExp) => {
    for (const { line, text } of commands) {
      for (const words of splitCommands(text)) {
        const fault = await commandFault(words);
        if (fault !== null && !isIgnored.test(fault)) faults.push(`${line}: ${words.join(" ")}: ${fault}`);
      }
    }
  };
  await check(shellBlocks(markdown), /^$/);
  // A sentence may name a command without its arguments.
  await check(inlineCommands(markdown), /^missing required argument/);
  return faults;
}

test.each(documents)("the commands of %s are valid", async (name) => {
  expect(await commandFaults(read(name))).toEqual([]);
});

describe.concurrent("the shell blocks run", () => {
  test.each(documents.filter((name) => runnable(name).length > 0))("%s", async (name) => {
    const sandbox = await Sandbox.open({ isBare: bare.has(name) });
    const ended = await sandbox.run(runnable(name));
    expect(ended.code, `${ended.stdout}\n${ended.stderr}`).toBe(0);
  });
});

test("an unknown command, flag, value or script is reported with its line", async () => {
  const markdown = [
    "Run `polylog ls --wrong`, or `polylog ls`.",
    "",
    "<!-- no-run: takes long -->",
    "```sh",
    "polylog run --agnet claude 'Fix it' | npx polylog lst",
    'eval "$(polylog completion powershell)"',
    "npm run nothing",
    "```",
    "",
    "```",
    "polylog ls",
    "```",
  ].join("\n");
  expect(await commandFaults(markdown)).toEqual([
    '11: a block with commands needs the tag "sh"',
    "5: polylog run --agnet claude Fix it: unknown option '--agnet'\n(Did you mean --agent?)",
    "5: npx polylog lst: too many arguments for 'serve'. Expected 0 arguments but got 1: lst.",
    "5: polylog completion powershell: command-argument value 'powershell' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.",
    '5: npm run nothing: unknown script "nothing"',
    "1: polylog ls --wrong: unknown option '--wrong'",
  ]);
});

test("a marker without a reason, or without a block, is reported", () => {
  const fault = "a no-run marker is not directly before an sh block, or has no reason";
  expect(blockFaults("<!-- no-run: -->\n```sh\npolylog ls\n```\n")).toEqual([fault]);
  expect(blockFaults("<!-- no-run: why -->\n\n```sh\npolylog ls\n```\n")).toEqual([fault]);
  expect(blockFaults("<!-- no-run: why -->\n```sh\npolylog ls\n```\n")).toEqual([]);
});

test("a block with a failing command fails, and names the line in the document", async () => {
  const sandbox = await Sandbox.open({ isBare: false });
  const { code, stdout, stderr } = await sandbox.run([
    { line: 4, text: "echo $PWD | grep -c project", noRun: null },
    { line: 9, text: "polylog budget set --cost 3\npolylog logs nothing", noRun: null },
  ]);
  expect({ code, lines: stderr.match(/^line .*/gm) }).toEqual({
    code: 1,
    lines: ["line 10 failed: polylog logs nothing"],
  });
  expect(stdout).toMatch(/^1\n/);
});

test("commands are split as a shell splits them", () => {
  const text = [
    "A=1 one 'a b' \"c $(two d) e\" # three",
    "four \\",
    "  five > six | seven && eight; nine &",
    "cat > file <<'END'",
    "ten",
    "END",
    "B=$(eleven 'x)')",
  ].join("\n");
  expect(splitCommands(text)).toEqual([
    ["two", "d"],
    ["one", "a b", "c $(two d) e"],
    ["four", "five"],
    ["seven"],
    ["eight"],
    ["nine"],
    ["cat"],
    ["eleven", "x)"],
  ]);
});
