import { readFileSync } from "node:fs";
import path from "node:path";
import { connect } from "@polylog/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call as callHere } from "../support/call.ts";
import { linesOf, newFolder, newHome, polylog, serve } from "../support/cli.ts";

/** Missions, schedules, budgets and rules from the command line. */

const home = newHome();
const project = newFolder();
let server: Awaited<ReturnType<typeof serve>>;

const call = (...args: string[]) => polylog([...args, "--home", home], { cwd: project });
const json = async (...args: string[]) =>
  linesOf<Record<string, unknown>>((await call(...args, "--json")).stdout);

/** Runs a command in this process, which is faster. */
const here = (...args: string[]) => callHere([...args, "--home", home]);
const told = async (...args: string[]) => linesOf<Record<string, unknown>>((await here(...args)).stdout);

beforeAll(async () => {
  server = await serve(home);
});

afterAll(async () => {
  await server.stop();
});

test("a mission can be set, shown, paused, resumed with a higher budget, and cleared", async () => {
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
  expect((await call("mission", "resume", "--budget", "10")).stdout).toMatch(/^Active: .*\n.*limit \$10/);
  expect((await call("mission", "clear")).stdout).toBe("Mission ended.\n");
  expect((await call("mission")).stdout).toMatch(/^Ended /);
  expect((await call("mission", "pause")).code).toBe(3);
  expect((await call("mission", "set", "x", "--interval", "5")).code).toBe(2);
});

test("a schedule can be added, listed, turned off and removed; an invalid pattern is rejected", async () => {
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

test("a budget for a day or a session can be set, shown with its usage, and cleared", async () => {
  // The other tests' missions and schedules may add usage to their project.
  const unused = newFolder();
  const day = ["--project", unused];
  expect(await told("budget", "set", "--cost", "20", "--tokens", "9000", ...day)).toEqual([
    { project_root: unused, cost_usd: 20, tokens: 9000, used_usd: 0, used_tokens: 0, cost_complete: true },
  ]);
  expect((await polylog(["budget", "--home", home], { cwd: unused })).stdout).toBe(
    `${unused} has used $0.00 and 0 tokens today. The limit is $20 and 9000 tokens a day.\n`,
  );
  expect(await told("budget", "clear", ...day)).toEqual([
    { project_root: unused, used_usd: 0, used_tokens: 0, cost_complete: true },
  ]);
  expect(await here("budget", "--session", "nobody")).toMatchObject({ code: 3, error: "session_not_found" });
  expect((await here("budget", "set", ...day)).code).toBe(2);
});

test("policy rules are listed one by one, and a rule replaces its opposite", async () => {
  const place = ["--project", project];
  await told("policy", "allow", "*", "reviewer", ...place);
  expect(await told("policy", "deny", "codex", "*", ...place)).toEqual([
    { project_root: project, allow: [{ from: "*", to: "reviewer" }], deny: [{ from: "codex", to: "*" }] },
  ]);
  expect((await call("policy", "deny", "*", "reviewer")).stdout).toBe(
    "codex cannot message any agent.\nNo agent can message reviewer.\nOtherwise, any agent can message any other.\n",
  );
  await told("policy", "rm", "*", "reviewer", ...place);
  expect(await told("policy", "clear", ...place)).toEqual([{ project_root: project, allow: [], deny: [] }]);
});

test("permission rules are listed with their origin, and can be removed", async () => {
  expect(await here("permissions")).toEqual({ code: 0, stdout: "", error: null });
  const client = connect({ url: server.url, token: readFileSync(path.join(home, "token"), "utf8").trim() });
  const { sessionId } = await client.chat.send({ projectRoot: project, agentId: "careful", text: "go" });
  await expect.poll(() => client.asks.list().then(({ asks }) => asks)).toHaveLength(1);
  const [ask] = (await client.asks.list()).asks;
  await client.asks.answer(
    { askId: ask?.askId ?? "", kind: "permission" },
    { optionId: "allow-session", offer: ask?.offers?.at(-1) },
  );
  client.close();
  const [rule, ...more] = await told("permissions", "ls");
  expect([rule, more]).toEqual([
    {
      ...{ rule_id: expect.any(String), effect: "allow", tool_name: "Bash" },
      ...{ match: "exact", pattern: "rm notes.txt" },
      ...{ scope: "session", session_id: sessionId, project_root: null },
      ...{ made_ts: expect.any(Number), made_in: sessionId, made_by: expect.any(String) },
    },
    [],
  ]);
  const id = String(rule?.rule_id);
  const [, line = ""] = (await call("permissions")).stdout.split("\n");
  expect(line.split(/ {2,}/)).toEqual([
    ...[id, "allow", "Bash", "in one session"],
    ...[expect.stringMatching(/^\d{4}-/), sessionId, "rm notes.txt"],
  ]);
  expect((await call("permissions", "rm", id)).stdout).toBe(`Removed rule ${id}.\n`);
  expect(await here("permissions", "rm", id)).toMatchObject({ code: 3, error: "not_found" });
});

test("help has examples", async () => {
  expect((await call("mission", "--help")).stdout).toContain("polylog mission resume --budget 10");
  expect((await call("schedule", "--help")).stdout).toContain("polylog schedule add");
});
