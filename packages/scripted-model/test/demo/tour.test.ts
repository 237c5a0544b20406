import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { demoProject } from "../../src/index.ts";
import { running } from "../running.ts";
import { Agent, agentTools, type Person, writeDemoProject } from "./agent-loop.ts";

async function takeTour(person: Person = {}, words = "tour") {
  const { openai } = await running();
  const folder = writeDemoProject();
  const agent = new Agent(openai, folder, person);
  return { agent, folder, openai, end: await agent.say(words) };
}

/** The rows of the table in the last message. */
function rows(text: string): Record<string, string> {
  const cells = [...text.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, key, value]) => [key, value]);
  return Object.fromEntries(cells.slice(1)) as Record<string, string>;
}

function testsPass(folder: string): boolean {
  return spawnSync("node", ["--test"], { cwd: folder, env: { PATH: process.env.PATH } }).status === 0;
}

const source = (folder: string) => readFileSync(path.join(folder, "src/statistics.js"), "utf8");

test("[D1] the project's one failing test passes after the tour", async () => {
  expect(testsPass(writeDemoProject())).toBe(false);
  const { agent, folder, end } = await takeTour();
  expect(agent.calls).toEqual([
    "Read",
    "TodoWrite",
    "Read",
    "Grep",
    "AskUser",
    "Edit",
    "TodoWrite",
    "Bash",
    "Task",
    "TodoWrite",
  ]);
  expect(rows(end)).toEqual({
    Explore: "Read two files and searched the project",
    "Your choice": "Fix the bug",
    Change: "Fixed one line",
    Tests: "All 4 passed",
    Subagent: "The average is correct: the total is divided by the number of values.",
  });
  expect(testsPass(folder)).toBe(true);
});

test("[D2] the answer to the question determines the change", async () => {
  const both = await takeTour({ choose: "Fix it and add a test" });
  expect(rows(both.end)).toMatchObject({
    Change: "Fixed one line and added one test",
    Tests: "All 5 passed",
  });
  const explained = await takeTour({ choose: "Only explain it" });
  expect(rows(explained.end)).toMatchObject({
    Change: "Nothing, because you only wanted an explanation",
    Tests: "3 passed, 1 failed",
    Subagent: "The average is wrong: the total is divided by one less than the number of values.",
  });
  expect(source(explained.folder)).toBe(demoProject["src/statistics.js"]);
});

test("[D3] a denial is respected, and the tour continues", async () => {
  const { end, folder } = await takeTour({ denies: ["Edit", "Bash"] });
  expect(rows(end)).toMatchObject({
    Explore: "Read two files and searched the project",
    Change: "Nothing, because you denied it",
    Tests: "Not run, because you denied it",
  });
  expect(source(folder)).toBe(demoProject["src/statistics.js"]);
  expect(rows((await takeTour({ denies: ["Grep"] })).end)).toMatchObject({ Explore: "Read two files" });
});

test("[D3] every tool may be denied", async () => {
  const denies = agentTools.map(({ name }) => name);
  expect((await takeTour({ denies })).end).toMatch(/^I'll stop here: I could not read a README here/);
});

test("[D4] a second tour finds the bug fixed; in another project nothing is changed", async () => {
  const { agent, folder } = await takeTour();
  expect(await agent.say("tour")).toMatch(/^The bug is already fixed.* Test result: all 4 passed\./);
  writeFileSync(path.join(folder, "README.md"), "# Something else\n");
  expect(await agent.say("tour")).toMatch(/^I'll stop here: this is not the demo project/);
});

test("[D5] for the model named demo, an unknown first message starts the tour", async () => {
  const { end } = await takeTour({}, "Please fix what is broken here.");
  expect(rows(end)).toMatchObject({ Tests: "All 4 passed" });
  const { openai } = await running();
  const agent = new Agent(openai, writeDemoProject());
  expect(await agent.say("Please fix what is broken here.", "other")).toMatch(/^I'm a scripted model/);
});

test("[D6] the tour works without some of the tools", async () => {
  const { openai } = await running();
  const folder = writeDemoProject();
  const few = agentTools.filter(({ name }) => ["Bash", "Edit"].includes(name));
  const agent = new Agent(openai, folder, {}, few);
  expect(rows(await agent.say("tour"))).toMatchObject({
    "Your choice": "I could not ask, so I made the smallest change",
    Tests: "All 4 passed",
    Subagent: "Not available here",
  });
  expect(agent.calls).toEqual(["Bash", "Bash", "Bash", "Edit", "Bash"]);
  const none = new Agent(openai, folder, {}, []);
  expect(await none.say("tour")).toMatch(/^I can't give you the tour, because I have no tools/);
});

test("[D1] the demo project is complete: its program runs", () => {
  const folder = writeDemoProject();
  const said = execFileSync("node", ["src/main.js"], { cwd: folder, encoding: "utf8" });
  expect(said).toBe("Between 9 and 17 degrees, 15.2 on average.\n");
});
