import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tool } from "../requests.ts";
import { running } from "../running.ts";
import { Agent, agentTools, writeDemoProject } from "./agent-loop.ts";

const explain = "What is in this project? Read what you need and explain it in a few sentences";
const tests = "Run the tests and tell me what fails";
const greet = "Add a file with a short greeting";
const tools = [...agentTools, tool("Write", { file_path: null, content: null })];

test.each([
  ["demo", [explain, tests, greet, greet, tests, explain]],
  ["demo", [greet, greet, greet, explain]],
  ["other", [tests, explain, greet]],
])("[D10] with %s, each first prompt works, in any order and repeatedly: %j", async (model, prompts) => {
  const { openai } = await running();
  const folder = writeDemoProject();
  const agent = new Agent(openai, folder, {}, tools);
  let greetings = 0;
  for (const prompt of prompts) {
    agent.calls.length = 0;
    const said = await agent.say(prompt, model);
    if (prompt === explain) {
      expect(agent.calls).toEqual(["Read", "Read", "Read"]);
      expect(said).toMatch(/^This is \*\*Weather notes\*\*/);
    } else if (prompt === tests) {
      expect([said, ...agent.calls]).toEqual(["Test result: 3 passed, 1 failed.", "Bash"]);
    } else {
      greetings += 1;
      expect(agent.calls).toEqual(["Grep", "Write"]);
      const name = greetings === 1 ? "greeting.txt" : `greeting-${greetings}.txt`;
      expect(readFileSync(path.join(folder, name), "utf8")).toMatch(/^Hello!/);
      expect(said).toContain(name);
    }
  }
});

test("[D10] in another project it reports what it read, and a denial is respected", async () => {
  const { openai } = await running();
  const folder = writeDemoProject();
  writeFileSync(path.join(folder, "README.md"), "# Something else\n");
  const agent = new Agent(openai, folder, { denies: ["Write"] }, tools);
  expect(await agent.say(explain)).toContain("> Something else");
  expect(await agent.say(greet)).toBe("You denied the change, so I added nothing.");
  expect(existsSync(path.join(folder, "greeting.txt"))).toBe(false);
  const bare = new Agent(openai, folder, {}, []);
  expect(await bare.say(greet)).toMatch(/^I have no tool/);
});
