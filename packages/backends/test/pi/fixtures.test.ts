import { checkEvent } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { RunTracker } from "../../src/connection/run-tracker.ts";
import { newState, withPrompt } from "../../src/pi/translate/state.ts";
import { translate } from "../../src/pi/translate/translate.ts";
import { LineSplitter } from "../../src/process/split-lines.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { mutated, mutationTimeout, seedsInParts } from "../mutate.ts";
import { fixtureNames, readEvents, readFixture } from "../record/fixture.ts";
import { recorders } from "../record/recorders.ts";
import { replayPi } from "./replay.ts";

/** Recordings of 0.87.1, which streams pieces, and of 0.73.1, which also repeats all earlier text in every line. */
const recordings = ["pi", "pi/old"].flatMap((program) =>
  fixtureNames(program).map((name) => ({ program, name })),
);
const lines = recordings.flatMap(({ program, name }) => readFixture(program, name));
const said = lines.filter(({ dir }) => dir === "out").map(({ line }) => JSON.stringify(line));

test("[PI1] every scenario with a distinct shape is recorded", () => {
  expect(fixtureNames("pi").length).toBe(recorders.pi?.scenarios.length);
});

describe.each(recordings)("$program: $name", ({ program, name }) => {
  test("[PI1] a recording translates to the same events, whole", () => {
    const events: unknown = JSON.parse(JSON.stringify(replayPi(readFixture(program, name))));
    expect(events).toEqual(readEvents(program, name));
  });
});

test.each(["pi", "pi/old"])(
  "[PI16] text that a cancel interrupted is marked, although its block is closed (%s)",
  (program) => {
    const log = new TestLog();
    log.append({ type: "run_started", trigger: "message", runId: "run1", agentId: "agent" });
    for (const event of replayPi(readFixture(program, "cancel-in-text"))) log.append(event);
    const texts = log.conversation.main.entries
      .slice()
      .flatMap((entry) => (entry.kind === "message" && entry.role === "assistant" ? [entry] : []));
    expect(texts.map(({ body, endedBy }) => [body.toString(), endedBy])).toEqual([
      ["one log for every", "interrupted"],
      ["Still here.", null],
    ]);
  },
);

test("[PI2] the result does not depend on where the stream is split", () => {
  const recorded = readFixture("pi", "text").filter(({ dir }) => dir === "out");
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

test("[PI2] thousands of mutated lines translate to valid events [R23]", {
  timeout: mutationTimeout,
}, async () => {
  for await (const seeds of seedsInParts()) {
    let state = newState({ agentId: "agent", mode: "ask", unique: "process" });
    const tracker = new RunTracker("agent");
    for (const seed of seeds) {
      if (state.run === null) {
        tracker.begin(`run${seed}`);
        state = withPrompt(state, `run${seed}`);
      }
      const text = mutated(seed, said);
      for (const line of new LineSplitter(64 * 1024, 64).push(Buffer.from(`${text}\n`))) {
        const told = translate(state, line);
        state = told.state;
        for (const event of told.events) {
          const stamped = { id: "e", sessionId: "s", seq: 1, rev: 0, ts: 0, ...event };
          const checked = checkEvent(JSON.parse(JSON.stringify(stamped)));
          if (!checked.ok || checked.event.type === "opaque") {
            throw new Error(`seed ${seed}: ${JSON.stringify(checked)}`);
          }
          void tracker.emit(event);
        }
      }
    }
    tracker.end({ outcome: "interrupted" });
  }
});
