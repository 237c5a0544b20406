import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog, serve } from "./support/cli.ts";

/** What goes on without a person, from the command line. */

const home = newHome();
const project = newFolder();
let server: Awaited<ReturnType<typeof serve>>;

const call = (...args: string[]) => polylog([...args, "--home", home], { cwd: project });
const json = async (...args: string[]) =>
  linesOf<Record<string, unknown>>((await call(...args, "--json")).stdout);

beforeAll(async () => {
  server = await serve(home);
});

afterAll(async () => {
  await server.stop();
});

test("a mission is set, shown, paused, raised and cleared", async () => {
  const set = [
    "mission",
    "set",
    "Keep it green.",
    "--agent",
    "worker",
    "--interval",
    "3600",
    "--budget",
    "5",
  ];
  expect(await json(...set)).toMatchObject([
    {
      ...{ text: "Keep it green.", agent_ids: ["worker"], interval_seconds: 3600, project_root: project },
      ...{ paused: null, ended_ts: null },
    },
  ]);
  expect((await call("mission", "pause")).stdout).toMatch(
    /^Paused \(Paused by a person\.\): Keep it green\./,
  );
  expect((await call("mission", "resume", "--budget", "10")).stdout).toMatch(/^Goes on: .*\n.*at most \$10/);
  expect((await call("mission", "clear")).stdout).toBe("The mission has ended.\n");
  expect((await call("mission")).stdout).toMatch(/^Ended /);
  expect((await call("mission", "pause")).code).toBe(3);
  expect((await call("mission", "set", "x", "--interval", "5")).code).toBe(2);
});

test("a schedule is added, listed, turned off and removed; a pattern that does not fit is told", async () => {
  const [added] = await json(
    "schedule",
    "add",
    "0 9 * * mon-fri",
    "Look.",
    "--agent",
    "worker",
    "--time-zone",
    "UTC",
  );
  expect(added).toMatchObject({ pattern: "0 9 * * mon-fri", enabled: true, time_zone: "UTC" });
  const id = String(added?.schedule_id);
  expect((await call("schedule")).stdout).toContain(id);
  expect((await call("schedule", "off", id)).stdout).toBe(`${id} is off.\n`);
  expect((await call("schedule", "rm", id)).code).toBe(0);
  expect(await json("schedule", "ls")).toEqual([]);
  const refused = await call("schedule", "add", "61 * * * *", "Look.");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("61")]);
});

test("help has examples", async () => {
  expect((await call("mission", "--help")).stdout).toContain("polylog mission resume --budget 10");
  expect((await call("schedule", "--help")).stdout).toContain("polylog schedule add");
});
