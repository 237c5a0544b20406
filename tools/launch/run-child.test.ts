import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
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

test("a child that died of a signal gives 128 and its number", async () => {
  const script = "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 10_000)";
  expect((await captureChild(node, ["-e", script], { cwd })).code).toBe(137);
});

test("captured output is whole and in order, from both streams", async () => {
  const script =
    "console.log('out'); console.error('err'); console.log('x'.repeat(300_000)); console.error('end')";
  const { output } = await captureChild(node, ["-e", script], { cwd });
  expect(output.split("\n").map((line) => line.length)).toEqual([3, 3, 300_000, 3, 0]);
});

function launcherFor(script: string): string {
  return [
    `import { forwardSignals, runChild } from ${JSON.stringify(path.join(cwd, "run-child.mjs"))};`,
    "forwardSignals();",
    `process.exitCode = await runChild(process.execPath, ["-e", ${JSON.stringify(script)}], { cwd: process.cwd() });`,
  ].join("\n");
}

/** A launcher that runs `script`, and signals to send it once that has printed a line. */
async function signalled(script: string, signals: NodeJS.Signals[], apartMs: number) {
  const launcher = spawn(node, ["--input-type=module", "-e", launcherFor(script)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  launcher.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(launcher.stdout, "data");
  for (const signal of signals) {
    launcher.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, apartMs));
  }
  const [exitCode] = await once(launcher, "close");
  return { exitCode, lines: output.trim().split("\n") };
}

const patient = (signal: string) =>
  `process.on("${signal}", () => { console.log("got"); setTimeout(() => process.exit(5), 400); });` +
  'setInterval(() => {}, 1000); console.log("ready");';

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s reaches the child, which ends in its own way",
  async (signal) => {
    expect(await signalled(patient(signal), [signal], 0)).toEqual({ exitCode: 5, lines: ["ready", "got"] });
  },
);

test("one Ctrl-C that arrives twice counts once, two in a row count twice", async () => {
  const once = await signalled(patient("SIGINT"), ["SIGINT", "SIGINT"], 5);
  expect(once.lines).toEqual(["ready", "got"]);
  const twice = await signalled(patient("SIGINT"), ["SIGINT", "SIGINT"], 200);
  expect(twice.lines).toEqual(["ready", "got", "got"]);
});

test("a child that does not handle the signal gives 128 and its number", async () => {
  const script = 'setInterval(() => {}, 1000); console.log("ready");';
  expect((await signalled(script, ["SIGTERM"], 0)).exitCode).toBe(143);
});

test("when the shell that npm runs it in is killed, the child is told to stop", async () => {
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

test("the good Node and the installed tools come first on the path", () => {
  const where = { node: "/good/bin/node", root: "/repo", inColour: true };
  const env = taskEnv({ ...where, env: { Path: "/usr/bin", HOME: "/home" } });
  expect(env).toEqual({ Path: "/good/bin:/repo/node_modules/.bin:/usr/bin", HOME: "/home" });
});

test("output that is not for a terminal is plain, unless colour is asked for", () => {
  const where = { node: "/node", root: "/repo", inColour: false };
  expect(taskEnv({ ...where, env: {} }).NO_COLOR).toBe("1");
  expect(taskEnv({ ...where, env: { FORCE_COLOR: "1" } }).NO_COLOR).toBeUndefined();
});
