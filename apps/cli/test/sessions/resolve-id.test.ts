import { beforeAll, expect, test } from "vitest";
import { resolveId } from "../../src/home/resolve-id.ts";
import { call } from "../support/call.ts";
import { linesOf, newFolder, newHome, polylog, serve } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

const ids = ["01KA3TZ0AAAA", "01KA3TZ0BBBB", "01KA4"];

test.each([
  ["01ka4", "01KA4"],
  ["01KA3TZ0A", "01KA3TZ0AAAA"],
  ["X", "X"],
])("a unique prefix expands to the id: %s is %s", async (given, whole) => {
  expect(await resolveId("session", given, ids)).toBe(whole);
});

test("an ambiguous prefix lists the matches", async () => {
  const message = '2 sessions match "01KA3": 01KA3TZ0AAAA, 01KA3TZ0BBBB. Use a longer prefix.';
  await expect(resolveId("session", "01KA3", ids)).rejects.toMatchObject({ message, exitCode: 2 });
});

const home = newHome();
const project = newFolder();
let sessionId = "";

beforeAll(async () => {
  const server = await serve(home);
  const run = await polylog(["run", "hello", "--home", home, "--project", project, "--json"]);
  sessionId = linesOf<{ sessionId: string }>(run.stdout)[0]?.sessionId ?? "";
  return async () => {
    await server.stop();
  };
});

test.each([["logs"], ["export"], ["cancel"], ["send", "again"], ["budget"]])(
  "%s accepts a prefix of a session id",
  async (name, ...rest) => {
    const given = sessionId.slice(0, 12);
    const args = name === "budget" ? ["budget", "--session", given] : [name, given, ...rest];
    expect(await call([...args, "--home", home])).toMatchObject({ code: 0, error: null });
  },
);

test.each([
  [["--session", "nosuch"], "This session does not exist."],
  [["--agent", "nosuch"], 'No agent is named "nosuch". Available agents: echo, '],
])("tui %j exits with 3 before anything is drawn", async (flags, said) => {
  const window = polylogWindow(["tui", "--home", home, ...flags], { cwd: project });
  expect(await window.untilExit()).toBe(3);
  expect(window.text().replaceAll("\n", "")).toContain(said);
  expect(window.text().split("\n")[0]).toMatch(/^polylog: /);
});
