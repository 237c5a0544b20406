import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { group, workingContainments } from "../../src/process/containment.ts";
import { startProcess } from "../../src/process/start-process.ts";
import { hostileValues } from "../hostile-values.ts";
import { allLines, lineReader, startNode, temporaryFolder } from "../node-program.ts";

const containments = await workingContainments();

describe.each(containments)("a program bound by $kind", (containment) => {
  test("writes lines, reads lines, and ends with an exit code and its last output", async () => {
    const program = await startNode(
      'process.stdin.on("data", (data) => { console.log("heard " + data); console.error("bye"); process.exitCode = 3; process.stdin.unref(); });',
      { containment },
    );
    expect(await program.write("hello")).toEqual({ ok: true });
    program.endInput();
    expect(await allLines(program)).toEqual(["heard hello", ""]);
    expect(await program.exit).toEqual({ code: 3, signal: null, stderrTail: "bye" });
  });

  test.each(["SIGKILL", "SIGSEGV", "SIGTERM"])("that is ended by %s reports the signal", async (signal) => {
    const program = await startNode(`process.kill(process.pid, "${signal}"); setInterval(() => {}, 1000)`, {
      containment,
    });
    expect(await allLines(program)).toEqual([]);
    expect(await program.exit).toEqual({ code: null, signal, stderrTail: "" });
  });

  test("gets arguments, environment and folder unchanged, whatever they contain [S22] [S23]", async () => {
    const canary = path.join(temporaryFolder(), "canary");
    // Includes options of the programs that bind it.
    const values = [...hostileValues(canary), "--pdeathsig", "--kill-child=9", "-o", ""];
    const cwd = path.join(temporaryFolder(), "$(touch canary) `id`;&|'\"");
    mkdirSync(cwd);
    const env = Object.fromEntries(values.map((value, index) => [`VALUE_${index}`, value]));
    const show = "console.log(JSON.stringify([process.argv.slice(1), process.env, process.cwd()]))";
    const program = await startNode(show, { args: values, env, cwd, containment });
    const [said = ""] = await allLines(program);
    const [args, environment, folder] = JSON.parse(said) as [string[], Record<string, string>, string];
    expect(args).toEqual(values);
    expect(values.map((_, index) => environment[`VALUE_${index}`])).toEqual(values);
    expect(folder).toBe(cwd);
    expect([existsSync(canary), existsSync(path.join(cwd, "canary"))]).toEqual([false, false]);
  });
});

test("the environment contains no secrets of the server [S25]", async () => {
  vi.stubEnv("POLYLOG_TOKEN", "canary-of-the-server");
  vi.stubEnv("SOME_OTHER_SECRET", "canary-of-the-user");
  const program = await startNode("console.log(JSON.stringify(process.env))", { env: { OWN: "value" } });
  const [said = ""] = await allLines(program);
  vi.unstubAllEnvs();
  expect(said).toContain('"OWN":"value"');
  expect(said).not.toMatch(/canary|POLYLOG/);
});

test("a program's secrets are redacted on stdout and stderr [S25]", async () => {
  const code =
    'console.log(JSON.stringify({ key: process.env.API_KEY })); console.error("key:", process.env.API_KEY, process.argv.at(-1))';
  const program = await startNode(code, {
    args: ["canary-in-an-argument"],
    env: { API_KEY: 'canary-"in"-the-environment' },
    secrets: ["canary-in-an-argument"],
  });
  expect(await allLines(program)).toEqual(['{"key":"[redacted]"}']);
  expect((await program.exit).stderrTail).toBe("key: [redacted] [redacted]");
});

test("a missing program and a missing folder are returned as failures, not thrown", async () => {
  expect(await startProcess({ command: "no-such-agent", args: [], cwd: tmpdir() })).toEqual({
    ok: false,
    failure: {
      code: "program_not_found",
      message: "no-such-agent was not found. Install it, or set the agent's command to its absolute path.",
    },
  });
  expect(await startProcess({ command: "node; touch canary", args: [], cwd: tmpdir() })).toMatchObject({
    ok: false,
    failure: { code: "program_not_found" },
  });
  expect(await startProcess({ command: process.execPath, args: [], cwd: "/no/such/folder" })).toEqual({
    ok: false,
    failure: {
      code: "folder_not_found",
      message: "The folder /no/such/folder does not exist. Choose another project.",
    },
  });
  expect(await startProcess({ command: process.execPath, args: ["\0"], cwd: tmpdir() })).toMatchObject({
    ok: false,
    failure: { code: "program_not_started" },
  });
});

test("a writer is notified when a program no longer reads", async () => {
  const code = "require('node:fs').closeSync(0); console.log('deaf'); setInterval(() => {}, 1000)";
  const program = await startNode(code, { containment: group });
  await lineReader(program)();
  const big = "x".repeat(1024 * 1024);
  expect(await program.write(big)).toEqual({ ok: false, code: "input_closed" });
  await program.stop();
  expect(await program.write("late")).toEqual({ ok: false, code: "input_closed" });
});

test("a writer waits for a program that does not read, until it reads or exits", async () => {
  const program = await startNode("console.log('up'); setInterval(() => {}, 1000)");
  await lineReader(program)();
  let isTaken = false;
  const written = program.write("x".repeat(4 * 1024 * 1024)).then((outcome) => {
    isTaken = true;
    return outcome;
  });
  await sleep(50);
  expect(isTaken).toBe(false);
  await program.stop();
  expect(await written).toEqual({ ok: false, code: "input_closed" });
});

test("a line for a program must not contain a newline", async () => {
  const program = await startNode("");
  expect(() => program.write("two\nlines")).toThrow(RangeError);
});

test("a slow reader blocks the program at its pipe, and no output is lost", async () => {
  const count = 20_000;
  const code = `
    const fs = require("node:fs");
    for (let line = 0; line < ${count}; line++) fs.writeSync(1, line + " " + "x".repeat(100) + "\\n");
    fs.writeFileSync(process.argv.at(-1), "");
  `;
  const done = path.join(temporaryFolder(), "done");
  const program = await startNode(code, { args: [done] });
  const next = lineReader(program);
  expect(await next()).toMatch(/^0 /);
  await sleep(300);
  expect(existsSync(done)).toBe(false);
  for (let line = 1; line < count; line++) expect(await next()).toMatch(new RegExp(`^${line} `));
  expect(await program.exit).toMatchObject({ code: 0 });
  expect(existsSync(done)).toBe(true);
});

test("a program that writes a line of 200 MB uses less than 64 MB, and its next line is read [R22]", async () => {
  const code = `
    const chunk = "x".repeat(1024 * 1024);
    (async () => {
      for (let written = 0; written < 200; written++) await new Promise((resolve) => process.stdout.write(chunk, resolve));
      process.stdout.write("\\nnext\\n");
    })();
  `;
  const program = await startNode(code);
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const lines = [];
  for await (const line of program.lines) lines.push(line);
  clearInterval(watch);
  expect(lines.map(({ text, ...rest }) => ({ ...rest, chars: text.length }))).toEqual([
    { bytes: 200 * 1024 * 1024, truncated: true, chars: 64 * 1024 },
    { bytes: 4, truncated: false, chars: 4 },
  ]);
  expect(most - before).toBeLessThan(64 * 1024 * 1024);
});

test("the last lines of endless stderr output are kept", async () => {
  const program = await startNode(
    'for (let line = 0; line < 50000; line++) console.error("complaint", line)',
  );
  const { stderrTail } = await program.exit;
  expect(stderrTail.length).toBeLessThanOrEqual(16 * 1024);
  expect(stderrTail).toMatch(/^complaint \d+\n(complaint \d+\n)+complaint 49999$/);
});
