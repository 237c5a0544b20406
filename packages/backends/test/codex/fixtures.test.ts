import { checkEvent } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { newState } from "../../src/codex/translate/state.ts";
import { translate } from "../../src/codex/translate/translate.ts";
import { RunTracker } from "../../src/connection/run-tracker.ts";
import { LineSplitter } from "../../src/process/split-lines.ts";
import { mutated, mutationTimeout, seedsInParts } from "../mutate.ts";
import { fixtureNames, readEvents, readFixture } from "../record/fixture.ts";
import { recorders } from "../record/recorders.ts";
import { busy } from "./lines.ts";
import { replayCodex } from "./replay.ts";

const names = fixtureNames("codex");
const lines = names.flatMap((name) => readFixture("codex", name));
const said = lines.filter(({ dir }) => dir === "out").map(({ line }) => JSON.stringify(line));

test("[CX1] every scenario with a distinct shape is recorded", () => {
  expect(names.length).toBe(recorders.codex?.scenarios.length);
});

describe.each(names)("%s", (name) => {
  test("[CX1] a recording translates to the same events, whole", () => {
    const events: unknown = JSON.parse(JSON.stringify(replayCodex(readFixture("codex", name))));
    expect(events).toEqual(readEvents("codex", name));
  });

  test("[CX1] every line of a recording is understood", () => {
    expect(replayCodex(readFixture("codex", name)).filter(({ type }) => type === "backend_raw")).toEqual([]);
  });
});

test("[CX2] the result does not depend on where the stream is split", () => {
  const recorded = readFixture("codex", "thinking").filter(({ dir }) => dir === "out");
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

// A fresh state does not know the threads of the recordings. A state that knows them acts on more of each line.
test.each([
  ["with a fresh state", newState("agent"), said],
  [
    "during a run",
    busy,
    said.map((line) =>
      line.replaceAll(/uuid-\d+/g, "thread").replaceAll('"turnId":"thread"', '"turnId":"turn"'),
    ),
  ],
])(
  "[CX2] thousands of mutated lines translate to valid events, %s [R23]",
  { timeout: mutationTimeout },
  async (_, given, samples) => {
    for await (const seeds of seedsInParts()) {
      let state = given;
      const tracker = new RunTracker("agent");
      for (const seed of seeds) {
        const text = mutated(seed, samples);
        for (const line of new LineSplitter(64 * 1024, 64).push(Buffer.from(`${text}\n`))) {
          const told = translate(state, line);
          // After a turn's end, later lines would have no effect.
          state = seed % 50 === 0 ? given : told.state;
          for (const event of told.events) {
            const stamped = { id: "e", sessionId: "s", seq: 1, rev: 0, ts: 0, ...event };
            const checked = checkEvent(JSON.parse(JSON.stringify(stamped)));
            if (!checked.ok || checked.event.type === "opaque")
              throw new Error(`seed ${seed}: ${text} ${JSON.stringify(checked)}`);
            void tracker.emit(event);
          }
        }
      }
      tracker.end({ outcome: "interrupted" });
    }
  },
);
