import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codex } from "../conformance/programs/codex.ts";
import { allow, isAsk } from "../conformance/support/answers.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Program } from "../conformance/support/program.ts";
import { shapeOf } from "../conformance/support/shape.ts";

/** Codex's newer models have one tool, which runs JavaScript. All other tools are functions inside it. */
const inCode: Program = {
  ...codex,
  setUp: async (place) => {
    const settings = await codex.setUp(place);
    const file = path.join(place.home, "models.json");
    const { models } = JSON.parse(await readFile(file, "utf8")) as { models: object[] };
    const changed = models.map((model) => ({ ...model, tool_mode: "code_mode_only" }));
    await writeFile(file, JSON.stringify({ models: changed }));
    return settings;
  },
};

async function openBench(): Promise<TestBench> {
  const bench = await TestBench.open(inCode, { polylogTools: true });
  onTestFinished(() => bench.remove());
  return bench;
}

function run(code: string): string {
  return `[[tool exec ${JSON.stringify({ input: code })}]]`;
}

const patch = "*** Begin Patch\n*** Update File: notes.txt\n@@\n-two\n+three\n*** End Patch\n";

test("[CX16] calls inside a model's code are reported like any other call", async () => {
  const bench = await openBench();
  await bench.writeFile("notes.txt", "one\ntwo\n");
  const code = [
    'text(await tools.exec_command({ cmd: "cat notes.txt" }));',
    `text(await tools.apply_patch(${JSON.stringify(patch)}));`,
    'text(await tools.test_greet({ text: "all" }));',
    'text(await tools.exec_command({ cmd: "exit 3" }));',
  ].join("\n");
  await bench.play(`${run(code)} [[say Done.]]`);
  expect({
    shape: shapeOf(inCode, bench.conversation()),
    notes: await bench.readFile("notes.txt"),
    faults: await bench.finish(),
  }).toEqual({
    shape: ["user", "read ok", "edit ok", "mcp ok", "shell failed", "agent: Done.", "= completed"],
    notes: "one\nthree\n",
    faults: [],
  });
});

test("[CX16] a cancel ends the code and the command in it", async () => {
  const bench = await openBench();
  const begun = bench.fileAppears("begun.txt");
  const code = 'text(await tools.exec_command({ cmd: "touch begun.txt && sleep 61" }));';
  const runId = await bench.prompt(`${run(code)} [[say Not reached.]]`);
  const ask = await bench.until(isAsk);
  if (isAsk(ask)) await bench.answer(allow(ask));
  await begun;
  await bench.cancel(runId);
  await bench.ended(runId);
  await bench.play("[[say Still here.]]");
  expect({
    shape: shapeOf(inCode, bench.conversation()),
    runsOn: await bench.runsOn("sleep 61"),
    faults: await bench.finish(),
  }).toEqual({
    shape: ["user", "shell interrupted", "= cancelled", "user", "agent: Still here.", "= completed"],
    runsOn: false,
    faults: [],
  });
});
