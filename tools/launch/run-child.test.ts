import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { captureChild } from "./run-child.mjs";
import { taskEnv } from "./task-env.mjs";

const node = process.execPath;
const cwd = import.meta.dirname;

test("the exit code is the child's own", async () => {
  expect(await captureChild(node, ["-e", "process.exit(7)"], { cwd })).toEqual({
    code: 7,
    output: "",
  });
});

test("a child killed by a signal returns 128 plus the signal number", async () => {
  const script = "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 10_000)";
  expect((await captureChild(node, ["-e", script], { cwd })).code).toBe(137);
});

test("captured output of both streams is complete and in order", async () => {
  const script =
    "console.log('out'); console.error('err'); console.log('x'.repeat(300_000)); console.error('end')";
  const { output } = await captureChild(node, ["-e", script], { cwd });
  expect(output.split("\n").map((line) => line.length)).toEqual([3, 3, 300_000, 3, 0]);
});

function launcherFor(script: string, before = ""): string {
  return [
    `import { forwardSignals, runChild } from ${JSON.stringify(path.join(cwd, "run-child.mjs"))};`,
    before,
    "forwardSignals();",
    `process.exitCode = await runChild(process.execPath, ["-e", ${JSON.stringify(script)}], { cwd: process.cwd() });`,
  ].join("\n");
}

/** Starts a launcher that runs `script` and waits for its first line. */
async function launched(script: string, before?: string) {
  const launcher = spawn(node, ["--input-type=module", "-e", launcherFor(script, before)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void launcher.kill("SIGTERM"));
  let output = "";
  launcher.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const ended = once(launcher, "close").then(([exitCode]) => ({ exitCode, lines: lines() }));
  const lines = () => output.trim().split("\n");
  await once(launcher.stdout, "data");
  return { launcher, lines, ended };
}

const patient = (signal: string) =>
  `process.on("${signal}", () => { console.log("got"); setTimeout(() => process.exit(5), 400); });` +
  'setInterval(() => {}, 1000); console.log("ready");';

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s reaches the child, which chooses its own exit code",
  async (signal) => {
    const { launcher, ended } = await launched(patient(signal));
    launcher.kill(signal);
    expect(await ended).toEqual({ exitCode: 5, lines: ["ready", "got"] });
  },
);

test.each([
  ["one Ctrl-C that arrives twice counts once", 5, ["got"]],
  ["two in a row count twice", 200, ["got", "got"]],
])("%s", async (_, apartMs, heard) => {
  const hears =
    'process.on("SIGINT", () => console.log("got")); process.on("SIGTERM", () => process.exit(5));' +
    'setInterval(() => {}, 1000); console.log("ready");';
  // The script's clock depends on the signals it receives, not on the machine's load.
  const clock = `let now = 1e12; Date.now = () => (now += ${apartMs}); process.on("SIGINT", () => console.log("seen"));`;
  const { launcher, lines, ended } = await launched(hears, clock);
  const count = (line: string) => lines().filter((each) => each === line).length;
  for (const times of [1, 2]) {
    launcher.kill("SIGINT");
    await expect.poll(() => count("seen")).toBe(times);
    await expect.poll(() => count("got")).toBe(Math.min(times, heard.length));
  }
  launcher.kill("SIGTERM");
  await ended;
  expect(lines().filter((line) => line === "got")).toEqual(heard);
});

test("a child that does not handle the signal returns 128 plus the signal number", async () => {
  const script = 'setInterval(() => {}, 1000); console.log("ready");';
  const { launcher, ended } = await launched(script);
  launcher.kill("SIGTERM");
  expect((await ended).exitCode).toBe(143);
});

test("when npm's shell is killed, the child receives a stop signal", async () => {
  const shell = spawn("sh", ["-c", '"$NODE" --input-type=module -e "$CODE"; true'], {
    env: { NODE: node, CODE: launcherFor(patient("SIGTERM")), npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  shell.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(shell.stdout, "data");
  shell.kill("SIGTERM");
  await once(shell.stdout, "close");
  expect(output.trim().split("\n")).toEqual(["ready", "got"]);
});

test("the chosen Node and the installed tools come first on the path", () => {
  const where = { node: "/good/bin/node", root: "/repo", inColour: true };
  const env = taskEnv({ ...where, env: { Path: "/usr/bin", HOME: "/home" } });
  expect(env).toEqual({ Path: "/good/bin:/repo/node_modules/.bin:/usr/bin", HOME: "/home" });
});

test("output that is not for a terminal is plain, unless color is requested", () => {
  const where = { node: "/node", root: "/repo", inColour: false };
  expect(taskEnv({ ...where, env: {} }).NO_COLOR).toBe("1");
  expect(taskEnv({ ...where, env: { FORCE_COLOR: "1" } }).NO_COLOR).toBeUndefined();
});
