import type { EventBody } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newRun, newState } from "../../src/pi/translate/state.ts";
import { overlapOf } from "../../src/pi/translate/text-overlap.ts";
import { play } from "./lines.ts";

const busy = {
  ...newState({ agentId: "agent", mode: "ask", unique: "process" }),
  run: newRun({ runId: "run", isCancelling: false }),
};

/** Few letters, so that texts often overlap with each other and themselves. */
const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });

function attempt(pieces: readonly string[], stopReason: string) {
  const content = [{ type: "text", text: pieces.join("") }];
  return [
    { type: "message_start", message: { role: "assistant" } },
    ...pieces.map((delta) => ({
      type: "message_update",
      assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta },
    })),
    { type: "message_end", message: { role: "assistant", content, stopReason } },
    ...(stopReason === "error" ? [{ type: "auto_retry_start", attempt: 1 }] : []),
  ];
}

test("[PI4] whatever the attempts say, each text is reported unchanged and only once", () => {
  fc.assert(
    fc.property(fc.array(fc.array(text), { minLength: 1, maxLength: 4 }), (attempts) => {
      const last = attempts.length - 1;
      const lines = attempts.flatMap((pieces, at) => attempt(pieces, at === last ? "stop" : "error"));
      const texts = joined(play(busy, ...lines).events);
      const said = attempts.map((pieces) => pieces.join("")).filter((whole) => whole !== "");
      // Each attempt is a prefix of one of the texts, and the last attempt is one of them.
      expect(said.every((whole) => texts.some((told) => told.startsWith(whole)))).toBe(true);
      expect(texts.every((told) => said.includes(told))).toBe(true);
    }),
  );
});

/** The texts by answer, joined from consecutive deltas. */
function joined(events: readonly EventBody[]): string[] {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (event.type === "text_done") texts.set(event.responseId, event.text);
    if (event.type !== "text_delta") continue;
    const before = texts.get(event.responseId) ?? "";
    if (event.offset !== before.length) throw new Error(`offset ${event.offset} after ${before.length}`);
    texts.set(event.responseId, before + event.delta);
  }
  return [...texts.values()];
}

test("[PI3] an overlap is the longest end of one text that starts the other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lengths = Array.from(
        { length: Math.min(before.length, after.length) + 1 },
        (_, length) => length,
      );
      const longest = Math.max(...lengths.filter((length) => before.endsWith(after.slice(0, length))));
      expect(overlapOf(before, after)).toBe(longest);
    }),
  );
});
