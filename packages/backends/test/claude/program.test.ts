import type { EventBody } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { claude } from "../conformance/programs/claude.ts";
import { allow, isAsk } from "../conformance/support/answers.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Start } from "../conformance/support/scenario.ts";
import { shapeOf } from "../conformance/support/shape.ts";
import { tokensOfRuns } from "../conformance/support/tokens-of-runs.ts";

async function openBench(start: Partial<Start> = {}): Promise<TestBench> {
  const bench = await TestBench.open(claude, start);
  onTestFinished(() => bench.remove());
  return bench;
}

const inBackground =
  '[[tool Agent {"description":"Look","subagent_type":"general-purpose","run_in_background":true,' +
  '"prompt":"Go. [[shell sleep 1]] [[say Looked.]]"}]] [[say Started.]]';

test("[CL7] a background subagent outlives its run, and its outcome is a separate run", async () => {
  const bench = await openBench();
  await bench.play(inBackground);
  await bench.until((event) => event.type === "run_started");
  const unprompted = await bench.until(
    (event) => event.type === "run_ended" && event.runId?.startsWith("claude-") === true,
  );
  const faults = await bench.finish();
  expect({ shape: shapeOf(claude, bench.conversation()), faults, outcome: outcomeOf(unprompted) }).toEqual({
    shape: [
      "user",
      "subagent ok",
      "  shell ok",
      "  agent: Looked.",
      "agent: Started.",
      "= completed",
      "agent: Done.",
      "= completed",
    ],
    faults: [],
    outcome: "completed",
  });
});

test("[CL7] a background subagent can be stopped alone, also after its run, and accepts no messages", async () => {
  const bench = await openBench();
  await bench.prompt(inBackground.replace("[[shell sleep 1]]", "[[words 2000 50]]"));
  const isSpawned = (event: EventBody) => event.type === "subagent_spawned";
  await bench.until(isSpawned);
  const spawned = bench.events().find(isSpawned);
  const child = spawned?.type === "subagent_spawned" ? spawned.childRunId : "";
  await bench.ended("run1");
  const steered = (await bench.connect()).steer({ runId: child, text: "Hurry", images: [] });
  await expect(steered).rejects.toThrow("Claude Code's subagents do not accept messages.");
  await bench.cancel(child);
  expect(outcomeOf(await bench.ended(child))).toBe("cancelled");
  await bench.play("[[say Still here.]]");
  const { runs } = bench.conversation();
  expect(runs.slice().filter(({ outcome }) => outcome === null)).toEqual([]);
  expect(await bench.finish()).toEqual([]);
});

test("[CL7] a prompt during an unprompted run waits for its end", async () => {
  const bench = await openBench();
  await bench.play(inBackground);
  await bench.until((event) => event.type === "run_started");
  await bench.play("[[say And now you.]]");
  const faults = await bench.finish();
  expect({ shape: shapeOf(claude, bench.conversation()).slice(-5), faults }).toEqual({
    shape: ["user", "agent: Done.", "= completed", "agent: And now you.", "= completed"],
    faults: [],
  });
});

test("[CL8] a cancel stops the run's subagents, and their later events are dropped", async () => {
  const bench = await openBench();
  const begun = bench.fileAppears("begun.txt");
  const script = inBackground.replace("sleep 1", "touch begun.txt && sleep 62");
  const runId = await bench.prompt(script.replace("[[say Started.]]", "[[words 400 50]]"));
  const ask = await bench.until(isAsk);
  if (isAsk(ask)) await bench.answer(allow(ask));
  await begun;
  await bench.cancel(runId);
  await bench.ended(runId);
  await bench.play("[[say Still here.]]");
  const running = await bench.runsOn("sleep 62");
  const faults = await bench.finish();
  expect({ running, faults, tail: shapeOf(claude, bench.conversation()).slice(-3) }).toEqual({
    running: false,
    faults: [],
    tail: ["user", "agent: Still here.", "= completed"],
  });
});

test("[CL6] a run that only writes text reads a message in the same run", async () => {
  const bench = await openBench();
  const runId = await bench.prompt("[[words 60 20]]");
  await bench.until((event) => event.type === "text_delta");
  await bench.steer(runId, "And: [[say I heard you.]]");
  await bench.ended(runId);
  const faults = await bench.finish();
  const shape = shapeOf(claude, bench.conversation());
  expect({ first: shape[0], rest: shape.slice(2).map((line) => line.slice(-12)), faults }).toEqual({
    first: "user",
    rest: ["user (steered)".slice(-12), " I heard you.".slice(-12), "= completed"],
    faults: [],
  });
});

test("[CL10] a session that the program has lost is replaced by a new one, with a notice", async () => {
  const bench = await openBench();
  bench.resume("00000000-0000-4000-8000-000000000000");
  await bench.play("[[say From the beginning.]]");
  const faults = await bench.finish();
  const notices = bench.events().flatMap((event) => (event.type === "notice" ? [event.code] : []));
  expect({ shape: shapeOf(claude, bench.conversation()), notices, faults }).toEqual({
    shape: ["user", "agent: From the beginning.", "= completed"],
    notices: ["session_lost"],
    faults: [],
  });
});

test("[CL9] each run reports its own usage, also after a restart", async () => {
  expect(await tokensOfRuns(await openBench())).toEqual([[[100, 10]], [[200, 20]], [[400, 40]]]);
});

function outcomeOf(event: EventBody): string | null {
  return event.type === "run_ended" ? event.outcome : null;
}
