import { expect, test } from "vitest";
import { install, waysToBrowser } from "./browser.mjs";

const playwright = ["node", "playwright.js"];
const own = {
  doing: "downloading Playwright's Chromium",
  commands: [["node", "playwright.js", "install", "chromium"]],
};

test("root on Debian gets the system's browser, and everyone else gets Playwright's", () => {
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

test("if a way fails, the next one is tried; a failed command ends its way", async () => {
  const { said, options } = setting();
  const first = {
    doing: "first",
    commands: [node("process.exit(1)"), node("throw new Error('never run')")],
  };
  await install([first, { doing: "second", commands: [node("")] }], options);
  expect(said).toEqual(["first …", "second …", "second: done in N s"]);
});

test("if no way works, all output is shown before the next step", async () => {
  const { options } = setting();
  const ways = [
    { doing: "first", commands: [node("console.log('no network'); process.exit(1)")] },
    { doing: "second", commands: [["/nowhere/program"]] },
  ];
  await expect(install(ways, options)).rejects.toThrow(
    /^no network\ncould not start program: .*\nThe web tests need Chromium\. .*"npm run check" does not need it\.$/s,
  );
});
