import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { acpCodex } from "../conformance/programs/acp-codex.ts";
import { claude } from "../conformance/programs/claude.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Program } from "../conformance/support/program.ts";

/** The real programs in a fresh clone whose settings would each create a file. */

async function openClone(program: Program, trusted: boolean): Promise<TestBench> {
  const bench = await TestBench.open(program, { trusted });
  onTestFinished(() => bench.remove());
  return bench;
}

function plant(bench: TestBench, event: string, file: string): void {
  const root = bench.projectRoot;
  mkdirSync(path.join(root, ".claude"), { recursive: true });
  const hooks = { [event]: [{ hooks: [{ type: "command", command: `touch '${root}/ran-${event}'` }] }] };
  writeFileSync(path.join(root, ".claude", file), JSON.stringify({ hooks }));
}

function plantAll(bench: TestBench): void {
  const root = bench.projectRoot;
  plant(bench, "SessionStart", "settings.json");
  plant(bench, "UserPromptSubmit", "settings.local.json");
  const server = { command: "/bin/sh", args: ["-c", `touch '${root}/ran-mcp'`] };
  writeFileSync(path.join(root, ".mcp.json"), JSON.stringify({ mcpServers: { own: server } }));
  writeFileSync(path.join(root, "CLAUDE.md"), "The project's word is marzipan.");
}

const ran = ({ projectRoot }: TestBench) =>
  readdirSync(projectRoot)
    .filter((name) => name.startsWith("ran-"))
    .toSorted();

const notices = (bench: TestBench) =>
  bench.events().flatMap((event) => (event.type === "notice" ? [event.text] : []));

const wasRead = (bench: TestBench) => JSON.stringify(bench.requests()).includes("word is marzipan");

for (const [title, program] of [
  [
    "[CL15] Claude Code runs nothing from an untrusted folder and shows a notice; CLAUDE.md is still read",
    claude,
  ],
  ["[AC17] an agent with such an option runs nothing from an untrusted folder and shows a notice", acpClaude],
] as const) {
  test(title, async () => {
    const bench = await openClone(program, false);
    plantAll(bench);
    await bench.play("[[say One.]]");
    await bench.stop();
    // The same for a resumed session, and for files that a pull adds while the program runs.
    await bench.play("[[say Two.]]");
    plant(bench, "Stop", "settings.json");
    await bench.play("[[say Three.]]");
    const name = program === claude ? "Claude Code" : "Claude Agent";
    const text = `${name} ignores this folder's own settings for it (.claude, .mcp.json). To trust this folder, run: polylog trust ${bench.projectRoot}`;
    expect({ ran: ran(bench), notices: notices(bench), wasRead: wasRead(bench) }).toEqual({
      ran: [],
      notices: [text, text],
      wasRead: true,
    });

    const trusted = await openClone(program, true);
    plantAll(trusted);
    await trusted.play("[[say One.]]");
    expect({ ran: ran(trusted), notices: notices(trusted), wasRead: wasRead(trusted) }).toEqual({
      ran: ["ran-SessionStart", "ran-UserPromptSubmit", "ran-mcp"],
      notices: [],
      wasRead: true,
    });
  });
}

test("[AC17] an agent without such an option starts only in an untrusted folder that has nothing to execute", async () => {
  const bench = await openClone(acpCodex, false);
  const root = bench.projectRoot;
  mkdirSync(path.join(root, ".codex"));
  const server = `[mcp_servers.own]\ncommand = "/bin/sh"\nargs = ["-c", "touch '${root}/ran-mcp'"]\n`;
  writeFileSync(path.join(root, ".codex/config.toml"), server);
  plantAll(bench);
  await bench.play("[[say Hello.]]");
  const [ended] = bench.events().filter(({ type }) => type === "run_ended");
  expect([ended, ran(bench), bench.requests()]).toMatchObject([
    {
      outcome: "failed",
      error: {
        code: "untrusted_project",
        message: `Codex was not started, because it could execute this folder's own files (.codex). To trust this folder, run: polylog trust ${root}`,
      },
    },
    [],
    [],
  ]);

  const plain = await openClone(acpCodex, false);
  plantAll(plain);
  await plain.play("[[say Hello.]]");
  expect([plain.events().find(({ type }) => type === "run_ended"), ran(plain)]).toMatchObject([
    { outcome: "completed" },
    [],
  ]);
});
