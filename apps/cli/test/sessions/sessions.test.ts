import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog, Running, serve, until } from "../support/cli.ts";

/** Commands that use a running server. */

const home = newHome();
const project = newFolder();
let server: Awaited<ReturnType<typeof serve>>;

const call = (...args: string[]) => polylog([...args, "--home", home], { cwd: project });
const json = async (...args: string[]) => {
  const { stdout, code, stderr } = await call(...args, "--json");
  return { code, stderr, lines: linesOf<Record<string, never>>(stdout) };
};
const newSession = async (agent: string, prompt: string): Promise<string> =>
  (await json("run", "--agent", agent, prompt)).lines[0]?.sessionId ?? "";

beforeAll(async () => {
  server = await serve(home);
});

afterAll(async () => {
  await server.stop();
});

test("a session can be listed, read, sent a message and exported", async () => {
  const sessionId = await newSession("worker", "What do the notes say?");
  const { lines } = await json("ls");
  expect(lines.find(({ session_id }) => session_id === sessionId)).toMatchObject({
    ...{ status: "idle", agent_id: "worker", title: "What do the notes say?", cost_usd: 0.5 },
    project_root: project,
  });
  expect((await call("ls")).stdout).toMatch(
    new RegExp(`${sessionId} +idle +worker .*What do the notes say\\?`),
  );

  const { stdout } = await call("logs", sessionId);
  expect(stdout.replaceAll(/^\d\d:\d\d:\d\d/gm, "time").split("\n")).toEqual([
    "time  you        What do the notes say?",
    "time  worker     Let me look.",
    "time  worker     Read notes.txt",
    "time  worker     It says hello.",
    "",
  ]);

  const sent = await json("send", sessionId, "Again");
  expect(sent.lines).toEqual([expect.objectContaining({ session_id: sessionId, queued: false })]);
  const row = async () => (await json("ls")).lines.find(({ session_id }) => session_id === sessionId);
  await until(async () => (await row())?.status === "idle");

  const exported = await call("export", sessionId);
  const logged = await call("logs", sessionId, "--json");
  expect(logged).toEqual(exported);
  const events = linesOf<{ type: string; seq: number }>(exported.stdout);
  expect(events.filter(({ type }) => type === "run_ended")).toHaveLength(2);
  expect((await call("export", sessionId, "--format", "md")).stdout).toContain("It says hello.");
  expect((await call("export", sessionId, "--format", "html")).stdout).toContain("<!doctype html>");
});

test("a session can be followed as lines and as events until Ctrl-C", async () => {
  const sessionId = await newSession("echo", "first");
  const lines = new Running(["logs", sessionId, "--follow", "--home", home]);
  const events = new Running(["logs", sessionId, "--follow", "--json", "--home", home]);
  await Promise.all([
    lines.until(() => lines.stdout.includes("echo       first")),
    events.until(() => events.stdout.includes("run_ended")),
  ]);
  await call("send", sessionId, "second");
  await Promise.all([
    lines.until(() => lines.stdout.includes("echo       second")),
    events.until(() => linesOf(events.stdout).filter(({ type }) => type === "run_ended").length === 2),
  ]);
  const [ended, endedEvents] = await Promise.all([lines.stop("SIGINT"), events.stop("SIGINT")]);
  expect([ended.code, endedEvents.code]).toEqual([130, 130]);
  const seqs = linesOf<{ seq: number }>(endedEvents.stdout).map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
});

test("a message steers the active run, or is queued with --queue; then the run is cancelled", async () => {
  const run = new Running(["run", "--agent", "endless", "go", "--home", home], { cwd: project });
  const found = async () => (await json("ls")).lines.find(({ status }) => status === "working");
  await until(async () => (await found()) !== undefined);
  const sessionId: string = (await found())?.session_id ?? "";
  expect((await json("send", sessionId, "By the way")).lines).toMatchObject([{ queued: false }]);
  expect((await json("send", sessionId, "Later", "--queue")).lines).toMatchObject([
    { queued: true, position: 1 },
  ]);
  const said = linesOf((await call("logs", sessionId, "--json")).stdout).filter(
    ({ type }) => type === "user_message",
  );
  expect(said.map(({ text, delivery }) => [text, delivery])).toEqual([
    ["go", "run"],
    ["By the way", "steer"],
  ]);
  expect((await json("cancel", sessionId)).lines[0]?.cancelled).toHaveLength(1);
  const { code, stderr } = await run.ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`polylog logs ${sessionId}`);
  expect((await call("cancel", sessionId)).stdout).toBe("No active runs in this session.\n");
});

test("an unknown session exits with 3, and the error names the command that lists them", async () => {
  const sentence =
    'polylog: This session does not exist. It may have been deleted. List the sessions with "polylog ls".\n';
  for (const command of ["logs", "cancel", "export"]) {
    expect(await call(command, "nowhere")).toEqual({ code: 3, stdout: "", stderr: sentence });
  }
  expect((await call("send", "nowhere", "hello")).code).toBe(3);
  expect((await call("logs", "nowhere", "--follow")).code).toBe(3);
  const { code, stderr } = await call("run", "--agent", "nobody", "hello", "--json");
  expect({ code, error: JSON.parse(stderr) }).toEqual({
    code: 3,
    error: { error: { code: "agent_not_found", message: expect.stringContaining('"polylog agents"') } },
  });
});

test("agents are listed with their missing requirements", async () => {
  const { lines } = await json("agents");
  expect(lines.find(({ id }) => id === "echo")).toMatchObject({ backend: "script", available: true });
});

test("doctor finds a running server and asks it to check the log", async () => {
  const { lines, code } = await json("doctor");
  expect(code).toBe(0);
  expect(lines.find(({ check }) => check === "server")).toMatchObject({
    state: "ok",
    text: expect.stringContaining(server.url),
  });
  expect(lines.find(({ check }) => check === "log")).toMatchObject({
    state: "ok",
    text: expect.stringMatching(/^All events in .* are intact\.$/),
  });
});

test("a server can be selected by its address", async () => {
  const { hostname, port } = new URL(server.url);
  const address = ["--host", hostname, "--port", port];
  const elsewhere = ["--home", newFolder()];
  expect((await polylog(["ls", ...address, "--token", "wrong", ...elsewhere])).code).toBe(1);
  expect((await polylog(["ls", ...address, "--home", home])).code).toBe(0);
});
