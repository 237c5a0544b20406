import { expect, onTestFinished, test } from "vitest";
import { acpOpencode } from "../conformance/programs/acp-opencode.ts";
import { describeProgram } from "../conformance/suite.ts";
import { TestBench } from "../conformance/support/bench.ts";
import { shapeOf } from "../conformance/support/shape.ts";

describeProgram(acpOpencode);

/** As with settings of one's own in the place of the preset's: what a subagent asks for, OpenCode tells nobody. */
const asksBelow = {
  ...acpOpencode,
  setUp: async (place: Parameters<typeof acpOpencode.setUp>[0]) => {
    const { env, ...settings } = await acpOpencode.setUp(place);
    const content = JSON.stringify({ permission: { bash: "ask" } });
    return { ...settings, env: { ...env, OPENCODE_CONFIG_CONTENT: content } };
  },
};

test("[AC8] a subagent that waits for a leave nobody is asked for ends with a cancel", async () => {
  const bench = await TestBench.open(asksBelow);
  onTestFinished(() => bench.remove());
  const runId = await bench.prompt("[[subagent Go. [[shell touch made.txt]] [[say Made.]]]] [[say Thanks.]]");
  // The run's first request, and the subagent's.
  const isBelow = ({ body }: { body: unknown }) => !JSON.stringify(body).includes("[[subagent");
  await expect.poll(() => bench.requests().some(isBelow)).toBe(true);
  await bench.cancel(runId);
  await bench.ended(runId);
  const made = (await bench.readFile("made.txt")) !== null;
  const faults = await bench.finish();
  // At a cancel OpenCode refuses the subagent its leave, and its model goes on for a word before the turn ends.
  expect({ shape: shapeOf(asksBelow, bench.conversation()), made, faults }).toEqual({
    ...{ shape: ["user", "subagent interrupted", "agent: …", "= cancelled"], made: false, faults: [] },
  });
});
