import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { wholeId } from "../src/home/whole-id.ts";
import { call } from "./support/call.ts";
import { linesOf, newFolder, newHome, polylog, serve } from "./support/cli.ts";
import { polylogWindow } from "./support/window.ts";

const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom("0", "1", "A"), minLength: 8, maxLength: 8 }), {
  minLength: 1,
  maxLength: 8,
});

test("the beginning of an id means the only one that begins so, and is refused where several do", async () => {
  await fc.assert(
    fc.asyncProperty(ids, fc.nat(), fc.integer({ min: 1, max: 8 }), async (all, at, length) => {
      const id = all[at % all.length] as string;
      const given = id.slice(0, length).toLowerCase();
      const others = all.filter((other) => other !== id && other.startsWith(given.toUpperCase()));
      const found = wholeId("session", given, all);
      if (others.length === 0) expect(await found).toBe(id);
      else await expect(found).rejects.toMatchObject({ code: "ambiguous_id", exitCode: 2 });
      expect(await wholeId("session", "X", all)).toBe("X");
    }),
  );
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
  "%s takes the beginning of a session's id",
  async (name, ...rest) => {
    const given = sessionId.slice(0, 12);
    const args = name === "budget" ? ["budget", "--session", given] : [name, given, ...rest];
    expect(await call([...args, "--home", home])).toMatchObject({ code: 0, error: null });
  },
);

test.each([
  [["--session", "nosuch"], "There is no such session."],
  [["--agent", "nosuch"], 'There is no agent "nosuch". Here are: echo, '],
])("tui %j ends with 3 before anything is drawn", async (flags, said) => {
  const window = polylogWindow(["tui", "--home", home, ...flags], { cwd: project });
  expect(await window.untilExit()).toBe(3);
  expect(window.text().replaceAll("\n", "")).toContain(said);
  expect(window.text().split("\n")[0]).toMatch(/^polylog: /);
});
