import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog, Running, until } from "../support/cli.ts";

/** One prompt, without a running server. */

test.concurrent("the answer is printed to stdout, and the server has stopped afterwards", async () => {
  const home = newHome();
  expect(await polylog(["run", "Hello there", "--home", home])).toEqual({
    code: 0,
    stdout: "Hello there\n",
    stderr: "",
  });
  expect(existsSync(path.join(home, "holder.json"))).toBe(false);
});

test.concurrent("with --json, every event of the session is a line, exactly as in the log", async () => {
  const home = newHome();
  const { stdout, code } = await polylog(["run", "--agent", "worker", "look", "--json", "--home", home]);
  const events = linesOf<{ type: string; seq: number; sessionId: string }>(stdout);
  const seqs = events.map(({ seq }) => seq);
  expect([code, seqs]).toEqual([0, [...new Set(seqs)].sort((a, b) => a - b)]);
  const [first, last] = [events[0], events.at(-1)];
  expect([first?.type, last]).toEqual([
    "title",
    expect.objectContaining({ type: "run_ended", outcome: "completed" }),
  ]);
  const log = await polylog(["logs", first?.sessionId ?? "", "--json", "--home", home]);
  const lasting = new Set(linesOf<{ seq: number }>(log.stdout).map((event) => JSON.stringify(event)));
  expect(events.filter((event) => lasting.has(JSON.stringify(event))).length).toBe(lasting.size);
});

test.concurrent("permissions are rejected, or allowed with --yolo; plans are always rejected", async () => {
  const home = newHome();
  const ask = async (...args: string[]) => (await polylog(["run", ...args, "go", "--home", home])).stdout;
  expect(await ask("--agent", "careful")).toBe("Left alone.\n");
  expect(await ask("--agent", "careful", "--yolo")).toBe("Removed.\n");
  expect(await ask("--agent", "planner", "--yolo")).toBe("No plan then.\n");
});

test.concurrent("without a terminal, a question is returned to the agent to decide, and the caller sees a remark", async () => {
  const { code, stdout, stderr } = await polylog([
    ...["run", "--agent", "curious", "--yolo", "paint", "--home", newHome()],
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Fine.\n" });
  expect(stderr).toContain(
    'The agent asked "Which colour?". No terminal is available to answer, so the agent has to decide.',
  );
});

test.concurrent("a failed run exits with 1, and a run that takes too long with 124", async () => {
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
  expect([late.code, linesOf(late.stdout).at(-1)]).toEqual([
    124,
    expect.objectContaining({ type: "run_ended", outcome: "cancelled" }),
  ]);
  expect(late.stderr).toContain("The run took longer than 0.5 s and was cancelled.");
});

test.concurrent("Ctrl-C cancels the run", async () => {
  const home = newHome();
  const run = new Running(["run", "--agent", "endless", "go", "--home", home, "--json"]);
  await until(async () => (await polylog(["ls", "--home", home])).stdout.includes("working"));
  const { code, stdout } = await run.stop("SIGINT");
  expect([code, linesOf(stdout).at(-1)]).toEqual([
    130,
    expect.objectContaining({ type: "run_ended", outcome: "cancelled" }),
  ]);
  expect(JSON.parse((await polylog(["ls", "--home", home, "--json"])).stdout).status).toBe("idle");
});

test.concurrent("a second run uses the server of the first one, which waits for it", async () => {
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

test.concurrent("reading commands do not create a home, and commands that need a server explain how to start one", async () => {
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
