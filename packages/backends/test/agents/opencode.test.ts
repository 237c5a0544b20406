import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { acpOpencode } from "../conformance/programs/acp-opencode.ts";
import { describeProgram } from "../conformance/suite.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Program } from "../conformance/support/program.ts";
import { shapeOf } from "../conformance/support/shape.ts";

describeProgram(acpOpencode);

test("[AC8] a cancel ends a subagent that waits for a permission that OpenCode did not report", async () => {
  const homes: string[] = [];
  // These settings replace the preset's. OpenCode does not report its subagents' permission requests.
  const asksBelow: Program = {
    ...acpOpencode,
    setUp: async (place) => {
      homes.push(place.home);
      const { env, ...settings } = await acpOpencode.setUp(place);
      const content = JSON.stringify({ permission: { bash: "ask" } });
      return { ...settings, env: { ...env, OPENCODE_CONFIG_CONTENT: content } };
    },
  };
  const bench = await TestBench.open(asksBelow);
  onTestFinished(() => bench.remove());
  const runId = await bench.prompt("[[subagent Go. [[shell touch made.txt]] [[say Made.]]]] [[say Thanks.]]");
  // Only its own log shows that it waits.
  const log = path.join(homes[0] ?? "", ".local/share/opencode/log/opencode.log");
  await expect.poll(() => readFileSync(log, "utf8")).toContain("message=asking");
  await bench.cancel(runId);
  await bench.ended(runId);
  const made = (await bench.readFile("made.txt")) !== null;
  const faults = await bench.finish();
  // If OpenCode ends its turn in time, its model has written one more text.
  const shape = shapeOf(asksBelow, bench.conversation()).filter((line) => line !== "agent: …");
  expect({ shape, made, faults }).toEqual({
    ...{ shape: ["user", "subagent interrupted", "= cancelled"], made: false, faults: [] },
  });
});
