import { expect, test } from "vitest";
import { install, waysToBrowser } from "./browser.mjs";

const playwright = ["node", "playwright.js"];
const own = {
  doing: "fetching Playwright's Chromium",
  commands: [["node", "playwright.js", "install", "chromium"]],
};

test("only an administrator of a Debian gets the system's browser; all others get Playwright's", () => {
  expect(waysToBrowser({ isDebian: true, isRoot: false, playwright })).toEqual([own]);
  expect(waysToBrowser({ isDebian: false, isRoot: true, playwright })).toEqual([own]);
  const [first, ...rest] = waysToBrowser({ isDebian: true, isRoot: true, playwright });
  expect(first?.commands.map(([command]) => command)).toEqual(["apt-get", "apt-get"]);
  expect(rest).toEqual([own]);
});

const node = (code: string) => [process.execPath, "-e", code];

function setting() {
  const said: string[] = [];
  const say = (line: string) => said.push(line.replace(/\d+ s$/, "N s"));
  return { said, options: { root: import.meta.dirname, env: process.env, say } };
}

test("a way that fails is followed by the next, and a command of it that fails ends it", async () => {
  const { said, options } = setting();
  const first = {
    doing: "first",
    commands: [node("process.exit(1)"), node("throw new Error('never run')")],
  };
  await install([first, { doing: "second", commands: [node("")] }], options);
  expect(said).toEqual(["first …", "second …", "second: done in N s"]);
});

test("where no way works, all that was said stands before what to do", async () => {
  const { options } = setting();
  const ways = [
    { doing: "first", commands: [node("console.log('no network'); process.exit(1)")] },
    { doing: "second", commands: [["/nowhere/program"]] },
  ];
  await expect(install(ways, options)).rejects.toThrow(
    /^no network\nprogram could not be started: .*\nThe tests of the page need Chromium\. .*"npm run check" needs none\.$/s,
  );
});
