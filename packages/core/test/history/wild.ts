import fc from "fast-check";
import { definitions, type PolylogEvent } from "../../src/index.ts";
import { stamp } from "./stamp.ts";
import { validEvent } from "./valid.ts";

/** Any events that the schemas accept, in any order: the output of a broken or hostile backend. */

const frequent = new Set([
  ...["text_delta", "text_done", "thinking_start", "thinking_delta", "thinking_done"],
  ...[
    "tool_call_start",
    "tool_input_delta",
    "tool_output_delta",
    "tool_result",
    "subagent_spawned",
    "run_started",
  ],
]);

const fromTheFuture = fc.constantFrom(
  { type: "hologram", runId: "a" },
  { type: "hologram", parentCallId: "x", runId: "a" },
  { type: "text_delta", v: 2, agentId: "k" },
  { type: "opaque" },
);

const event = fc.oneof(
  { weight: 1, arbitrary: fromTheFuture },
  ...[...definitions.keys()].map((type) => ({
    weight: frequent.has(type) ? 4 : 1,
    arbitrary: validEvent(type),
  })),
);

export const wild: fc.Arbitrary<PolylogEvent[]> = fc
  .array(event, { minLength: 1, maxLength: 60, size: "max" })
  .map(stamp);
