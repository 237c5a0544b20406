import { checkEvent } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { newState } from "../../src/claude/translate/state.ts";
import { translate } from "../../src/claude/translate/translate.ts";
import { RunTracker } from "../../src/connection/run-tracker.ts";
import { LineSplitter } from "../../src/process/split-lines.ts";
import { mutated, mutationTimeout, seedsInParts } from "../mutate.ts";
import { fixtureNames, readEvents, readFixture } from "../record/fixture.ts";
import { recorders } from "../record/recorders.ts";
import { replayClaude } from "./replay.ts";

/** Recordings of 2.1.325, and of 2.1.197, which does not announce the messages that start its turns. */
const recordings = ["claude", "claude/old"].flatMap((program) =>
  fixtureNames(program).map((name) => ({ program, name })),
);
const lines = recordings.flatMap(({ program, name }) => readFixture(program, name));
const said = lines.filter(({ dir }) => dir === "out").map(({ line }) => JSON.stringify(line));

test("[CL1] every scenario with a distinct shape is recorded", () => {
  expect(fixtureNames("claude").length).toBe(recorders.claude?.scenarios.length);
});

describe.each(recordings)("$program: $name", ({ program, name }) => {
  test("[CL1] a recording translates to the same events, whole", () => {
    const events: unknown = JSON.parse(JSON.stringify(replayClaude(readFixture(program, name))));
    expect(events).toEqual(readEvents(program, name));
  });
});

test("[CL2] the result does not depend on where the stream is split", () => {
  const recorded = readFixture("claude", "thinking").filter(({ dir }) => dir === "out");
  const bytes = Buffer.from(recorded.map(({ line }) => `${JSON.stringify(line)}\n`).join(""));
  const whole = new LineSplitter().push(bytes).map(({ text }) => text);
  for (let at = 0; at <= bytes.length; at++) {
    const splitter = new LineSplitter();
    const parts = [...splitter.push(bytes.subarray(0, at)), ...splitter.push(bytes.subarray(at))];
    if (parts.some(({ text }, index) => text !== whole[index]) || parts.length !== whole.length) {
      throw new Error(`split at ${at}`);
    }
  }
});

test("[CL2] thousands of mutated lines translate to valid events [R23]", {
  timeout: mutationTimeout,
}, async () => {
  for await (const seeds of seedsInParts()) {
    let state = newState({ agentId: "agent", mode: "ask", resumed: false });
    const tracker = new RunTracker("agent");
    for (const seed of seeds) {
      const text = mutated(seed, said);
      for (const line of new LineSplitter(64 * 1024, 64).push(Buffer.from(`${text}\n`))) {
        const told = translate(state, line);
        state = told.state;
        for (const event of told.events) {
          const stamped = { id: "e", sessionId: "s", seq: 1, rev: 0, ts: 0, ...event };
          const checked = checkEvent(JSON.parse(JSON.stringify(stamped)));
          if (!checked.ok || checked.event.type === "opaque")
            throw new Error(`seed ${seed}: ${JSON.stringify(checked)}`);
          void tracker.emit(event);
        }
      }
    }
    tracker.end({ outcome: "interrupted" });
  }
});
