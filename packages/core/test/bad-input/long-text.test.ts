import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Conversation } from "../../src/index.ts";
import {
  emptyConversation,
  fold,
  foldAll,
  fromSnapshot,
  limits,
  type Text,
  toSnapshot,
} from "../../src/index.ts";
import { timeout } from "../history/profiles.ts";
import { stamp, stampOne } from "../history/stamp.ts";

const mega = 1024 * 1024;
const pieceCount = 100;
const run = { runId: "run-1", agentId: "claude" };
const block = { ...run, responseId: "response-1" };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Memory in use, in one-byte characters. */
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Every piece differs, so that no memory can be shared. */
function piece(index: number): string {
  return String.fromCharCode(97 + (index % 26)).repeat(mega);
}

const beginning = stamp([
  { type: "user_message", text: "Write a lot." },
  { type: "run_started", ...run },
]);

function streamed(begun: Conversation): Conversation {
  let conversation = begun;
  for (let index = 0; index < pieceCount; index++) {
    const delta = { type: "text_delta", ...block, offset: index * mega, delta: piece(index) };
    conversation = fold(conversation, stampOne(delta, 3 + index));
  }
  return conversation;
}

function told(conversation: Conversation): Conversation {
  const text = Array.from({ length: pieceCount }, (_, index) => piece(index)).join("");
  const done = { type: "text_done", ...block, text };
  return fold(conversation, stampOne(done, 3 + pieceCount));
}

function bodyOf(conversation: Conversation): Text {
  return (conversation.main.entries.get(1) as { body: Text }).body;
}

const held = {
  text: Array.from({ length: limits.entryText / mega }, (_, index) => piece(index)).join(""),
  base: 0,
  end: pieceCount * mega,
  gaps: [],
  cut: true,
};

// Strings this long are compared, not printed.
function isHeld(text: Text): boolean {
  const { text: all, ...rest } = text.toJSON() as typeof held;
  expect(rest).toEqual({ base: 0, end: held.end, gaps: [], cut: true });
  return all === held.text;
}

test("[B6] 100 MB of text in one entry are cut at the limit and marked, streamed or complete", {
  timeout,
}, () => {
  const begun = foldAll(emptyConversation, beginning);
  const live = streamed(begun);
  expect(isHeld(bodyOf(live))).toBe(true);
  expect(isHeld(bodyOf(told(live)))).toBe(true);
  expect(isHeld(bodyOf(told(begun)))).toBe(true);
  const read = fromSnapshot(JSON.parse(JSON.stringify(toSnapshot(live)))) as Conversation;
  expect(isHeld(bodyOf(read))).toBe(true);
  expect(isHeld(bodyOf(told(read)))).toBe(true);
  expect(live.main.entries.get(0)).toBe(begun.main.entries.get(0));
});

test("[B6] the part that was cut off uses no memory", { timeout }, () => {
  const begun = foldAll(emptyConversation, beginning);
  const start = heapUsed();
  const live = streamed(begun);
  expect(heapUsed() - start).toBeLessThan(2 * limits.entryText);
  const done = told(begun);
  expect(heapUsed() - start).toBeLessThan(4 * limits.entryText);
  expect([live, done].map((conversation) => bodyOf(conversation).length)).toEqual([
    limits.entryText,
    limits.entryText,
  ]);
});

test("[B6] pieces that repeat all earlier text use no more memory than the text", { timeout }, () => {
  const step = 20_000;
  const start = heapUsed();
  let conversation = foldAll(emptyConversation, beginning);
  for (let index = 1; index <= 100; index++) {
    const delta = { type: "text_delta", ...block, offset: 0, delta: "x".repeat(index * step) };
    conversation = fold(conversation, stampOne(delta, 2 + index));
  }
  expect(heapUsed() - start).toBeLessThan(10 * 100 * step);
  expect(bodyOf(conversation).length).toBe(100 * step);
});
