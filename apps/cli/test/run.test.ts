import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog, Running, until } from "./support/cli.ts";

/** One prompt, without a server that runs. */

test.concurrent("the answer is on stdout, and the server is gone afterwards", async () => {
  const home = newHome();
  expect(await polylog(["run", "Hello there", "--home", home])).toEqual({
    code: 0,
    stdout: "Hello there\n",
    stderr: "",
  });
  expect(existsSync(path.join(home, "holder.json"))).toBe(false);
});

test.concurrent("with --json the result is one line", async () => {
  const { stdout, code } = await polylog(["run", "--agent", "worker", "look", "--json", "--home", newHome()]);
  expect({ code, lines: linesOf(stdout) }).toEqual({
    code: 0,
    lines: [
      {
        session_id: expect.any(String),
        run_id: expect.any(String),
        outcome: "completed",
        answer: "It says hello.",
        reason: null,
      },
    ],
  });
});

test.concurrent("permissions are refused, or allowed with --yolo; plans are rejected with it too", async () => {
  const home = newHome();
  const ask = async (...args: string[]) => (await polylog(["run", ...args, "go", "--home", home])).stdout;
  expect(await ask("--agent", "careful")).toBe("Left alone.\n");
  expect(await ask("--agent", "careful", "--yolo")).toBe("Removed.\n");
  expect(await ask("--agent", "planner", "--yolo")).toBe("No plan then.\n");
});

test.concurrent("a question ends the run and is told", async () => {
  const { code, stdout, stderr } = await polylog([
    ...["run", "--agent", "curious", "--yolo", "paint", "--home", newHome()],
  ]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('The agent asks "Which colour?", and nobody is here to answer.');
});

test.concurrent("a run that fails ends with 1, one that takes too long with 124", async () => {
  const home = newHome();
  const failed = await polylog(["run", "--agent", "broken", "go", "--home", home]);
  expect({ code: failed.code, stdout: failed.stdout }).toEqual({ code: 1, stdout: "I try.\n" });
  expect(failed.stderr).toContain("It did not work out.");
  const late = await polylog([
    "run",
    "--agent",
    "endless",
    "--timeout",
    "0.5",
    "go",
    "--home",
    home,
    "--json",
  ]);
  expect({ code: late.code, lines: linesOf(late.stdout) }).toEqual({
    code: 124,
    lines: [expect.objectContaining({ outcome: "cancelled" })],
  });
});

test.concurrent("Ctrl-C cancels the run", async () => {
  const home = newHome();
  const run = new Running(["run", "--agent", "endless", "go", "--home", home, "--json"]);
  await until(async () => (await polylog(["ls", "--home", home])).stdout.includes("working"));
  const { code, stdout } = await run.stop("SIGINT");
  expect({ code, lines: linesOf(stdout) }).toEqual({
    code: 130,
    lines: [expect.objectContaining({ outcome: "cancelled", reason: "It was interrupted." })],
  });
  expect(JSON.parse((await polylog(["ls", "--home", home, "--json"])).stdout).status).toBe("idle");
});

test.concurrent("a second run uses the first one's server, which waits for it", async () => {
  const home = newHome();
  const first = new Running(["run", "--agent", "worker", "go", "--home", home]);
  const slow = ["run", "--agent", "slow", "go", "--home", home];
  const others = [new Running(slow), new Running(slow)];
  const ended = await Promise.all([first, ...others].map((run) => run.ended));
  expect(ended.map(({ code, stderr }) => [code, code === 0 ? "" : stderr])).toEqual([
    [0, ""],
    [0, ""],
    [0, ""],
  ]);
});

test.concurrent("what reads leaves no trace where there is no home, and what needs a server says how to start one", async () => {
  const folder = newFolder();
  const home = path.join(folder, "home");
  const call = (...args: string[]) => polylog([...args, "--home", home]);
  expect(await call("ls")).toMatchObject({ code: 0, stdout: "" });
  expect((await call("logs", "x")).code).toBe(3);
  expect((await call("doctor")).code).toBe(0);
  for (const args of [
    ["send", "x", "hello"],
    ["cancel", "x"],
    ["logs", "x", "--follow"],
    ["open"],
    ["pair"],
  ]) {
    const { code, stderr } = await call(...args);
    expect(code).toBe(1);
    expect(stderr).toContain('"polylog serve"');
  }
  expect(readdirSync(folder)).toEqual([]);
});
