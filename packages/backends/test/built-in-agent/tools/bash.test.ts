import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { limits } from "../../../src/built-in-agent/tools/limits.ts";
import { hostileValues } from "../../hostile-values.ts";
import { processesWith } from "../../process-list.ts";
import { newBench } from "./bench.ts";

// Starts real processes, so it may be slow on a busy machine.
test("[T6] a command returns its output and exit code; it runs in the project and has no input", async () => {
  const { run, root, told } = await newBench();
  expect([
    await run("Bash", { command: "pwd; cat", description: "Show the folder" }),
    await run("Bash", { command: "echo out; echo err >&2; exit 3" }),
    await run("Bash", { command: "true" }),
    await run("Bash", { command: "kill -9 $$" }),
    await run("Bash", { command: "exit 130" }),
  ]).toEqual([
    { ok: true, text: `${root}\n`, exitCode: 0 },
    {
      ok: false,
      code: "tool_error",
      text: expect.stringMatching(/^Exit code 3\n(out\nerr|err\nout)\n$/),
      exitCode: 3,
    },
    { ok: true, text: "(no output)", exitCode: 0 },
    { ok: false, code: "tool_error", text: "Exit code 137", exitCode: 137 },
    { ok: false, code: "tool_error", text: "Exit code 130", exitCode: 130 },
  ]);
  expect(told.filter(({ stream }) => stream === "stderr")).toEqual([{ piece: "err\n", stream: "stderr" }]);
});

test("[T6] the user's own shell configuration is not loaded", async () => {
  const { run, outside } = await newBench();
  writeFileSync(path.join(outside, ".bashrc"), "echo canary; sleep 600\n");
  const at = { settings: { env: { HOME: outside } } };
  expect(await run("Bash", { command: "echo $HOME" }, at)).toEqual({
    ...{ ok: true, text: `${outside}\n`, exitCode: 0 },
  });
});

test("[T6] output is reported while the command runs", async () => {
  const { run, root } = await newBench();
  let seen = "";
  const outcome = await run(
    "Bash",
    { command: "echo first; until test -e go; do sleep 0.02; done; echo second" },
    {
      onOutput: async (piece) => {
        seen += piece;
        if (seen === "first\n") writeFileSync(path.join(root, "go"), "");
      },
    },
  );
  expect([outcome, seen]).toEqual([{ ok: true, text: "first\nsecond\n", exitCode: 0 }, "first\nsecond\n"]);
});

test("[T6] invalid UTF-8 and split characters are handled", async () => {
  const { run } = await newBench();
  expect(
    await run("Bash", { command: String.raw`printf 'a\377\000b\xf0\x9f'; sleep 0.05; printf '\x98\x80\n'` }),
  ).toEqual({
    ok: true,
    text: "a\uFFFD\uFFFDb😀\n",
    exitCode: 0,
  });
  expect(await run("Bash", { command: "echo \0" })).toMatchObject({ ok: false, code: "bad_input" });
  expect(await run("Bash", { command: `: ${"x".repeat(200_000)}` })).toMatchObject({
    code: "program_not_started",
  });
});

test("[T7] a command that prints 1 GB uses less than 64 MB; the beginning and the end are kept, and everything is counted", async () => {
  const { run } = await newBench();
  let [live, most] = [0, 0];
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 10);
  const outcome = await run(
    "Bash",
    { command: "echo begin; head -c 1000000000 /dev/zero | tr '\\0' x; echo; echo end" },
    {
      onOutput: async (piece) => {
        live += piece.length;
      },
    },
  );
  clearInterval(watch);
  expect(outcome).toEqual({
    ok: true,
    text: expect.stringMatching(/^begin\nx+/),
    exitCode: 0,
    totalChars: 1_000_000_011,
  });
  expect(outcome.text).toMatch(/\[… \d+ characters omitted …\]\n\nx+\nend\n$/);
  expect(outcome.text.length).toBeLessThan(limits.outputHead + limits.outputTail + 100);
  expect(live).toBeLessThan(limits.liveOutput + 100);
  expect(most).toBeLessThan(64 * 1024 * 1024);
});

test("[T7] a slow reader slows down the command, and no output is lost", async () => {
  const { run, root } = await newBench();
  let seen = "";
  let opened: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const running = run(
    "Bash",
    { command: "head -c 100000 /dev/zero | tr '\\0' y; head -c 5000000 /dev/zero | tr '\\0' z; touch done" },
    {
      onOutput: async (piece) => {
        seen += piece;
        await open;
      },
    },
  );
  await expect.poll(() => seen).not.toBe("");
  expect(existsSync(path.join(root, "done"))).toBe(false);
  opened();
  expect(await running).toMatchObject({ ok: true, totalChars: 5_100_000 });
  expect(existsSync(path.join(root, "done"))).toBe(true);
});

test("[T8] a command that times out is stopped; its output and advice are returned", async () => {
  const { run } = await newBench();
  const name = `late-${process.pid}-${Math.trunc(performance.now())}`;
  expect(await run("Bash", { command: `echo begun; sh -c 'sleep 60; : ${name}'`, timeout: 2000 })).toEqual({
    ok: false,
    code: "timed_out",
    text: "begun\n\nThe command was stopped after 2000 ms. Set a longer timeout, or run it in the background.",
  });
  expect(processesWith(name)).toEqual([]);
});

test("[T8] a command that ignores SIGTERM is killed when the run is cancelled", async () => {
  const { run } = await newBench();
  const name = `stubborn-${process.pid}-${Math.trunc(performance.now())}`;
  const cancel = new AbortController();
  const outcome = await run(
    "Bash",
    { command: `trap '' TERM INT HUP; echo up; while true; do sleep 0.05; : ${name}; done` },
    { signal: cancel.signal, onOutput: async () => cancel.abort() },
  );
  expect(outcome).toEqual({ ok: false, code: "cancelled", text: "up\n\nThe command was cancelled." });
  expect(processesWith(name)).toEqual([]);
  expect(await run("Bash", { command: "touch never" }, { signal: cancel.signal })).toEqual({
    ok: false,
    code: "cancelled",
    text: "The command was not started.",
  });
});

test("[T8] a blocked reader does not delay a cancel", async () => {
  const { run } = await newBench();
  const cancel = new AbortController();
  const outcome = await run(
    "Bash",
    { command: "yes" },
    {
      signal: cancel.signal,
      onOutput: () => {
        cancel.abort();
        return new Promise(() => undefined);
      },
    },
  );
  expect(outcome).toMatchObject({ ok: false, code: "cancelled" });
});

test("[T8] processes that a command leaves running are stopped, even in their own session", async () => {
  const { run } = await newBench();
  const name = `daemon-${process.pid}-${Math.trunc(performance.now())}`;
  const loop = `while true; do sleep 0.05; : ${name}; done`;
  const outcome = await run("Bash", {
    command: `setsid sh -c "trap '' TERM HUP; ${loop}" >/dev/null 2>&1 & (setsid sh -c "${loop}" &) ; echo left`,
  });
  expect(outcome).toEqual({ ok: true, text: "left\n", exitCode: 0 });
  expect(processesWith(name)).toEqual([]);
});

test("[T9] a background command continues, returns its new output each time, and reports its exit", async () => {
  const { run } = await newBench();
  expect(
    await run("Bash", {
      command: "echo one; until test -e go; do sleep 0.02; done; echo two; exit 4",
      run_in_background: true,
    }),
  ).toEqual({ ok: true, text: "Running in the background as shell_1. Use BashOutput to see its output." });
  const look = () => run("BashOutput", { id: "shell_1" });
  await expect.poll(async () => (await look()).text).toBe("It is still running.\none\n");
  expect(await look()).toEqual({ ok: true, text: "It is still running.\n(no output)" });
  await run("Bash", { command: "touch go" });
  let [text, heard] = ["", ""];
  while (!text.startsWith("It ended")) {
    await sleep(20);
    ({ text } = await look());
    heard += text;
  }
  expect(text).toMatch(/^It ended with exit code 4\./);
  expect(heard).toContain("two\n");
  expect(await run("BashOutput", { id: "shell_9" })).toEqual({
    ok: false,
    code: "not_found",
    text: "No background command has the id shell_9.",
  });
});

test("[T9] KillShell stops a background command and everything that it started; a close stops all of them", async () => {
  const { run, shells } = await newBench();
  const name = `back-${process.pid}-${Math.trunc(performance.now())}`;
  const command = `sh -c 'while true; do sleep 0.05; : ${name}; done' & wait`;
  for (let count = 0; count < 3; count++) await run("Bash", { command, run_in_background: true });
  expect(await run("KillShell", { id: "shell_1" })).toEqual({ ok: true, text: "shell_1 has ended." });
  expect(await run("KillShell", { id: "nothing" })).toMatchObject({ ok: false, code: "not_found" });
  expect(processesWith(name).length).toBeGreaterThan(0);
  await shells.close();
  expect(processesWith(name)).toEqual([]);
  expect(await run("Bash", { command, run_in_background: true })).toMatchObject({
    ok: false,
    code: "closed",
  });
});

test("[T9] the number of background commands and their memory are limited", async () => {
  const { run, shells } = await newBench();
  for (let count = 0; count < limits.shells; count++) {
    expect(await run("Bash", { command: "sleep 60", run_in_background: true })).toMatchObject({ ok: true });
  }
  expect(await run("Bash", { command: "sleep 60", run_in_background: true })).toMatchObject({
    ok: false,
    code: "too_many",
  });
  await shells.close();
});

test("[T9] endless background output uses bounded memory", async () => {
  const { run } = await newBench();
  await run("Bash", { command: "yes | head -c 50000000; echo; echo end", run_in_background: true });
  const ended = async () => {
    const { text, totalChars } = await run("BashOutput", { id: "shell_1" });
    return { text, totalChars };
  };
  let last = await ended();
  while (!last.text.startsWith("It ended")) {
    await sleep(20);
    last = await ended();
    expect(last.text.length).toBeLessThan(limits.outputHead + limits.outputTail + 200);
  }
});

test("[S22, S23] 200 values with shell syntax each stay one argument, and so does the command", async () => {
  const { run, root, outside } = await newBench();
  const canary = path.join(outside, "canary");
  const values = hostileValues(canary);
  const quoted = values.map((value) => `'${value.replaceAll("'", "'\\''")}'`).join(" ");
  await run("Bash", { command: `printf '%s\\0' ${quoted} > arguments` });
  expect(readFileSync(path.join(root, "arguments"), "utf8").split("\0").slice(0, -1)).toEqual(values);
  expect(existsSync(canary)).toBe(false);
  for (const command of ["--version", "-c", "--", "-x"]) {
    expect(await run("Bash", { command })).toMatchObject({ ok: false, exitCode: 127 });
  }
});

test("[S25] secrets of a command are redacted in its output, even across chunks", async () => {
  vi.stubEnv("POLYLOG_TOKEN", "canary-of-the-server");
  vi.stubEnv("HTTPS_PROXY", "http://user:canary-password@localhost:1");
  const { run, told } = await newBench({}, { env: { API_KEY: "canary-in-the-environment" } });
  const outcome = await run("Bash", {
    command: "env; printf canary-in-; sleep 0.1; printf 'the-environment\\n'; printf canary-in-the",
  });
  vi.unstubAllEnvs();
  const all = outcome.text + told.map(({ piece }) => piece).join("");
  expect(all).not.toMatch(/canary-in-the-environment|canary-password|canary-of-the-server/);
  expect(outcome.text).toMatch(/API_KEY=\[redacted\][\s\S]*\[redacted\]\ncanary-in-the$/);
});
