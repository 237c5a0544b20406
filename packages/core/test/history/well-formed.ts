import fc from "fast-check";
import type { PolylogEvent } from "../../src/index.ts";
import { askSteps } from "./ask-steps.ts";
import { messageSteps } from "./message-steps.ts";
import { runSteps } from "./run-steps.ts";
import { sessionSteps } from "./session-steps.ts";
import { stamp } from "./stamp.ts";
import { toolSteps } from "./tool-steps.ts";
import type { StepFunction } from "./writer.ts";
import { Writer } from "./writer.ts";

/**
 * Sessions as ingest writes them: several agents, consecutive and concurrent, subagents, and streams with all the usual
 * defects. A history consists of small steps, so that a failing one shrinks to a few of them.
 */

const steps: Readonly<Record<string, StepFunction>> = {
  ...messageSteps,
  ...toolSteps,
  ...runSteps,
  ...askSteps,
  ...sessionSteps,
};

/** The most frequent steps of a session. */
const frequent = [
  ...[
    "textDelta",
    "textDelta",
    "textDelta",
    "textDelta",
    "textDone",
    "textDone",
    "thinkingDelta",
    "thinkingDelta",
  ],
  ...["callStart", "callStart", "inputDelta", "outputDelta", "outputDelta", "result", "result"],
  ...["endRun", "startChild", "childByCall", "permission", "answer", "answer", "exchange", "callback"],
];

const words = fc.constantFrom(
  "a",
  "ha",
  "word ",
  "two\nlines",
  "\u{1F600}",
  "\ud83d",
  "\ude00",
  "__proto__",
  "",
);

const step = fc.record({
  name: fc.constantFrom(...Object.keys(steps), ...frequent, ...frequent, ...frequent),
  who: fc.nat(5),
  variant: fc.nat(6),
  words,
});

export const wellFormed: fc.Arbitrary<PolylogEvent[]> = fc
  .array(step, { minLength: 1, maxLength: 80, size: "max" })
  .map((list) => {
    const writer = new Writer();
    for (const { name, ...rest } of list) steps[name]?.(writer, rest);
    return stamp(writer.events);
  })
  .filter((events) => events.length > 0);
