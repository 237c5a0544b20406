import { realpathSync } from "node:fs";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAll } from "../../src/run/read-stdin.ts";
import { linesOf, newFolder, newHome, polylog, type RunningOptions, serve } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

/** The options of `run`, and its behavior in a terminal. */

const home = newHome();
const folder = realpathSync(newFolder());
let server: Awaited<ReturnType<typeof serve>>;

const run = (args: readonly string[], options: RunningOptions = {}) =>
  polylog(["run", ...args, "--home", home], { cwd: folder, ...options });
const eventsOf = async (...args: readonly string[]) =>
  linesOf<{ type: string; sessionId: string; modeId?: string; modelId?: string }>(
    (await run([...args, "--json"])).stdout,
  );

beforeAll(async () => {
  server = await serve(home);
});

afterAll(() => server.stop());

test("piped input is appended to the prompt, or is the prompt", async () => {
  expect((await run(["Look at this:"], { stdin: "a\nb\n" })).stdout).toBe("Look at this:\n\na\nb\n");
  expect((await run([], { stdin: "Do it." })).stdout).toBe("Do it.\n");
  const nothing = await run([], { stdin: " \n" });
  expect(nothing).toEqual({
    code: 2,
    stdout: "",
    stderr: 'polylog: The prompt is missing. See "polylog run --help".\n',
  });
});

test("a pipe that stays open and empty does not block the run", async () => {
  let told = 0;
  expect(await readAll(new PassThrough(), 5, () => told++)).toBe("");
  const slow = new PassThrough();
  const read = readAll(slow, 60_000, () => told++);
  slow.write("first ");
  slow.end("second");
  expect([await read, told]).toEqual(["first second", 1]);
  const endless = new PassThrough();
  const much = readAll(endless, 60_000, () => told++);
  endless.write(Buffer.alloc(2 * 1024 * 1024));
  await expect(much).rejects.toThrow("more than 1048576 bytes");
});

test("--session continues a session, and --continue the latest one of the folder", async () => {
  const first = (await eventsOf("first"))[0]?.sessionId ?? "";
  const second = (await eventsOf("second"))[0]?.sessionId ?? "";
  expect(first).not.toBe(second);
  const said = (events: readonly { type: string; text?: string }[]) =>
    events.flatMap(({ type, text }) => (type === "user_message" ? [text] : []));
  expect(said(await eventsOf("third", "--session", first))).toEqual(["first", "third"]);
  expect(said(await eventsOf("fourth", "--continue"))).toEqual(["first", "third", "fourth"]);
  const elsewhere = await run(["x", "--continue", "--json"], { cwd: newFolder() });
  expect({ code: elsewhere.code, error: JSON.parse(elsewhere.stderr).error.code }).toEqual({
    code: 3,
    error: "session_not_found",
  });
  expect((await run(["x", "--session", "nowhere"])).code).toBe(3);
});

test("--model and --permission-mode are set before the first message", async () => {
  const events = await eventsOf("go", "--model", "small", "--permission-mode", "accept_edits");
  const told = events.flatMap(({ type, modeId, modelId }) =>
    ["mode_change", "model_change", "user_message"].includes(type) ? [modeId ?? modelId ?? type] : [],
  );
  expect(told).toEqual(["accept_edits", "small", "user_message"]);
});

test("without a terminal, a permission is rejected, and the message names --yolo", async () => {
  const { code, stdout, stderr } = await run(["go", "--agent", "careful"]);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "Left alone.\n",
    stderr:
      "polylog: Rejected: Run rm notes.txt. No terminal is available to approve it. Use --yolo to allow everything.\n",
  });
});

test("in a terminal, text is streamed and appears once", async () => {
  const window = polylogWindow(["run", "go", "--agent", "slow", "--home", home], { cwd: folder });
  await window.untilText("one two three");
  expect(window.exitCode).toBe(null);
  expect(await window.untilExit()).toBe(0);
  expect(window.text().split("one two three four five six seven eight")).toHaveLength(2);
});

test("in a terminal, the user is asked", async () => {
  const window = polylogWindow(["run", "go", "--agent", "careful", "--home", home], { cwd: folder });
  await window.untilText("Number:");
  expect(window.text()).toContain("Command: rm notes.txt");
  window.type("1\r");
  expect(await window.untilExit()).toBe(0);
  expect(window.text()).toContain("Removed.");
});

test("Ctrl-C in a terminal cancels the run and exits with 130", async () => {
  const window = polylogWindow(["run", "go", "--agent", "endless", "--home", home], { cwd: folder });
  await window.untilText("It takes time.");
  window.type("\x03");
  expect(await window.untilExit()).toBe(130);
  expect(window.text()).toContain("The run was interrupted.");
});

test("a session can be continued, or copied without changing it", async () => {
  const [begun] = await eventsOf("one");
  const id = begun?.sessionId ?? "";
  const [same] = await eventsOf("two", "--session", id.slice(0, 14));
  expect(same?.sessionId).toBe(id);
  const [copy] = await eventsOf("three", "--continue", "--fork");
  expect(copy?.sessionId).not.toBe(id);
  const told = async (sessionId: string) =>
    (await polylog(["export", sessionId, "--format", "md", "--home", home])).stdout.match(/one|two|three/g);
  expect(new Set(await told(id))).toEqual(new Set(["one", "two"]));
  expect(new Set(await told(copy?.sessionId ?? ""))).toEqual(new Set(["one", "two", "three"]));
  expect(await run(["x", "--fork"])).toMatchObject({ code: 2, stdout: "" });
  const window = polylogWindow(["tui", "--continue", "--fork", "--home", home], { cwd: folder });
  await window.untilText("three");
  window.close();
});
