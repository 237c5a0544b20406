import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation, PolylogEvent } from "../../src/index.ts";
import {
  emptyConversation,
  fold,
  foldAll,
  fromSnapshot,
  parseEvent,
  serializeEvent,
  toSnapshot,
} from "../../src/index.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";
import { stamp } from "../history/stamp.ts";

const run = { runId: "run-1", agentId: "claude" };
const block = { ...run, responseId: "response-1" };

function bodies(conversation: Conversation): string[] {
  return conversation.main.entries
    .slice()
    .map((entry) => (entry.kind === "message" ? `${entry.body}` : entry.kind));
}

/** Serializes and restores the conversation after every event, like a server that restarts each time. */
function foldWithRestarts(events: readonly PolylogEvent[]): Conversation {
  return events.reduce<Conversation>((conversation, event) => {
    const stored = JSON.parse(JSON.stringify(toSnapshot(conversation)));
    return fold(fromSnapshot(stored) as Conversation, event);
  }, emptyConversation);
}

test("[B8] a character that two deltas split is complete once both have arrived, even across a restart", () => {
  const events = stamp([
    { type: "text_delta", ...block, offset: 0, delta: "a\ud83d" },
    { type: "text_delta", ...block, offset: 2, delta: "\ude00b" },
    { type: "text_done", ...block, text: "a\u{1F600}b" },
  ]);
  expect(bodies(foldAll(emptyConversation, events.slice(0, 1)))).toEqual(["a\ud83d"]);
  expect(bodies(foldAll(emptyConversation, events.slice(0, 2)))).toEqual(["a\u{1F600}b"]);
  expect(bodies(foldWithRestarts(events.slice(0, 2)))).toEqual(["a\u{1F600}b"]);
  expect(bodies(foldAll(emptyConversation, events))).toEqual(["a\u{1F600}b"]);
});

test("[B8] half of a character without its other half is kept unchanged", () => {
  const texts = ["\ud83d", "\ude00", "a\ude00\ud83db", "\ud83d\ud83d\ude00"];
  const events = stamp(texts.map((text) => ({ type: "user_message", text })));
  expect(bodies(foldAll(emptyConversation, events))).toEqual(texts);
  expect(bodies(foldWithRestarts(events))).toEqual(texts);
  expect(events.map((event) => parseEvent(serializeEvent(event)))).toEqual(
    events.map((event) => ({ ok: true, event })),
  );
});

test("[B8] half of a character in an id is part of an id like any other", () => {
  const events = stamp([
    { type: "tool_call_start", ...run, callId: "\ud83d", toolName: "Bash" },
    { type: "tool_call_start", ...run, callId: "\ude00", toolName: "Bash" },
    { type: "tool_result", ...run, callId: "\ude00", toolName: "Bash", ok: true, result: "two" },
    { type: "tool_result", ...run, callId: "\ud83d", toolName: "Bash", ok: true, result: "one" },
  ]);
  for (const conversation of [foldAll(emptyConversation, events), foldWithRestarts(events)]) {
    expect(conversation.main.entries.slice()).toMatchObject([{ result: "one" }, { result: "two" }]);
  }
});

test.each(profiles)(
  "[B8] a line is always valid UTF-8, whatever its content ($profile)",
  { timeout },
  ({ histories }) => {
    fc.assert(
      fc.property(histories, (events) => {
        expect(events.map(serializeEvent).filter((line) => !line.isWellFormed())).toEqual([]);
      }),
      { numRuns },
    );
  },
);
