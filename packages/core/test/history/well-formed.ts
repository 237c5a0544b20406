import fc from "fast-check";
import type { PolylogEvent } from "../../src/index.ts";
import { askSteps } from "./ask-steps.ts";
import { runSteps } from "./run-steps.ts";
import { sessionSteps } from "./session-steps.ts";
import { stamp } from "./stamp.ts";
import { talkSteps } from "./talk-steps.ts";
import { toolSteps } from "./tool-steps.ts";
import type { StepFunction } from "./writer.ts";
import { Writer } from "./writer.ts";

/**
 * Sessions as ingest writes them: several agents one after the other and at the same time, subagents, streams with
 * all that goes wrong on the way. A history is made of small steps, so that a failing one shrinks to a few of them.
 */

const steps: Readonly<Record<string, StepFunction>> = {
  ...talkSteps,
  ...toolSteps,
  ...runSteps,
  ...askSteps,
  ...sessionSteps,
};

/** What a session mostly consists of. */
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
