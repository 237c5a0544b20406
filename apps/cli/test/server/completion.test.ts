import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Shell, shells } from "../../src/completion/shells.ts";
import { linesOf, newFolder, newHome, polylog, type Running, serve, surroundings } from "../support/cli.ts";
import { folderWithPolylog, Window } from "../support/window.ts";

/** Runs the scripts in those of the shells that are installed; bash always is. */

const home = newHome();
const folder = newFolder();
const env = { ...surroundings(), PATH: `${folderWithPolylog()}:${process.env.PATH}` };
const here = shells.filter((shell) => spawnSync(shell, ["--version"]).status === 0);
let server: Running;
let sessionId = "";

beforeAll(async () => {
  server = await serve(home);
  mkdirSync(path.join(folder, "some folder"));
  writeFileSync(path.join(folder, "saved.jsonl"), "");
  await polylog(["run", "hello: there", "--home", home]);
  sessionId = linesOf<{ session_id: string }>((await polylog(["ls", "--json", "--home", home])).stdout)[0]
    ?.session_id as string;
  for (const shell of here) {
    const { stdout } = await polylog(["completion", shell]);
    writeFileSync(path.join(folder, `.completion.${shell}`), stdout);
  }
});

afterAll(() => server.stop());

/** The completions of bash for the last word. */
function inBash(...words: readonly string[]): string[] {
  const source = `source .completion.bash
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _polylog; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ["--norc", "-c", source, "bash", "polylog", ...words];
  return execFileSync("bash", args, { cwd: folder, env, encoding: "utf8" }).trim().split("\n");
}

test("bash completes commands, options, option values, sessions, agents and files", () => {
  expect(inBash("lo")).toEqual(["logs"]);
  expect(inBash("re")).toEqual(["restore"]);
  expect(inBash("")).toContain("completion");
  expect(inBash("")).not.toContain("complete");
  expect(inBash("run", "--per")).toEqual(["--permission-mode"]);
  expect(inBash("run", "--permission-mode", "")).toEqual(["ask", "accept_edits", "plan", "full"]);
  expect(inBash("export", "x", "--format", "m")).toEqual(["md"]);
  expect(inBash("export", "--format", "=", "h")).toEqual(["html"]);
  expect(inBash("logs", "--fo")).toEqual(["--follow"]);
  expect(inBash("--home", home, "logs", "")).toEqual([sessionId]);
  expect(inBash("tui", "--home", home, "--session", sessionId.slice(0, 6))).toEqual([sessionId]);
  expect(inBash("run", "--home", home, "--agent", "wor")).toEqual(["worker", "wordy"]);
  expect(inBash("import", "sav")).toEqual(["saved.jsonl"]);
  expect(inBash("trust", "some")).toEqual(["some folder"]);
  expect(inBash("send", sessionId, "")).toEqual([""]);
});

test("without a server, sessions and agents are read from the home; without a home, nothing is printed", async () => {
  const own = newHome();
  await polylog(["run", "hello", "--home", own]);
  const rows = linesOf<{ session_id: string }>((await polylog(["ls", "--json", "--home", own])).stdout);
  const sessions = await polylog(["complete", "sessions", "--home", own]);
  expect(sessions.stdout).toBe(`${rows[0]?.session_id}\thello (idle)\n`);
  const agents = await polylog(["complete", "agents", "--home", own], { env: { PATH: "/nowhere" } });
  expect(agents.stdout).toContain("careful\tscript\n");
  const nothing = await polylog(["complete", "sessions", "--home", path.join(own, "none")]);
  expect(nothing).toEqual({ code: 0, stdout: "", stderr: "" });
  const away = await polylog(["complete", "sessions", "--port", "1", "--home", own]);
  expect(away).toEqual({ code: 0, stdout: "", stderr: "" });
});

const begin: Readonly<Record<Shell, readonly string[]>> = {
  bash: ["--norc", "--noprofile", "-i"],
  zsh: ["-f", "-i"],
  fish: ["--no-config", "-i"],
};
const load: Readonly<Record<Shell, string>> = {
  bash: "PS1='$ '; source .completion.bash",
  zsh: "PS1='$ '; autoload -Uz compinit; compinit -u -D; source .completion.zsh",
  fish: "function fish_prompt; echo '$ '; end; source .completion.fish",
};

test.each(here)("%s: the Tab key completes a command and a session", async (shell) => {
  const window = new Window(shell, begin[shell], { cwd: folder, env: { ...env, TERM: "xterm" } });
  window.type(`${load[shell]}; echo is'-'ready\r`);
  await window.untilText("is-ready\n");
  window.type("polylog canc\t");
  await window.untilText("polylog cancel");
  window.type(`--home ${home} \t`);
  await window.untilText(sessionId);
  window.close();
});
