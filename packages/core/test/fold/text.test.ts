import { expect, test } from "vitest";
import { message, thought, toolCall, userMessage } from "../expected.ts";
import type { Body } from "../log.ts";
import { conversationOf, entriesOf } from "../log.ts";

const delta = (offset: number, text: string, more: object = {}): Body => ({
  type: "text_delta",
  responseId: "r1",
  offset,
  delta: text,
  ...more,
});
const think = (offset: number, text: string): Body => ({
  type: "thinking_delta",
  responseId: "r1",
  offset,
  delta: text,
});
const done = (text: string, more: object = {}): Body => ({
  type: "text_done",
  responseId: "r1",
  text,
  ...more,
});
const call: Body = { type: "tool_call_start", callId: "c1", toolName: "Bash", input: { command: "ls" } };

/** Consecutive deltas of one message, as a backend with a real delta stream sends them. */
function stream(...pieces: readonly string[]): Body[] {
  let offset = 0;
  return pieces.map((piece) => {
    const body = delta(offset, piece);
    offset += piece.length;
    return body;
  });
}

test("[F1] deltas are joined in one message, even if they are identical", () => {
  const repeated = conversationOf(...stream("ha", "ha", "ha"));
  expect(entriesOf(repeated)).toEqual([message("hahaha", { seq: 3, ts: 1001, live: true })]);
  const greeting = conversationOf(...stream("Hello", " world", "!"));
  expect(entriesOf(greeting)).toEqual([message("Hello world!", { seq: 3, ts: 1001, live: true })]);
});

test("[F2] a repeated delta is ignored", () => {
  const conversation = conversationOf(delta(0, "Hello"), delta(0, "Hello"), delta(2, "llo"));
  expect(entriesOf(conversation)).toEqual([message("Hello", { seq: 1, live: true })]);
});

test("[F2] an overlapping delta adds its tail: its offset distinguishes a cumulative stream from a repeat", () => {
  const conversation = conversationOf(delta(0, "Hel"), delta(0, "Hello"), delta(4, "o world"));
  expect(entriesOf(conversation)).toEqual([message("Hello world", { seq: 3, ts: 1001, live: true })]);
});

test("[F2] a gap is reported at its position and never guessed", () => {
  const conversation = conversationOf(delta(0, "Hello"), delta(11, "!"));
  const body = { text: "Hello!", base: 0, end: 12, gaps: [{ at: 5, missing: 6 }], cut: false };
  expect(entriesOf(conversation)).toEqual([message(body, { seq: 2, ts: 1001, live: true })]);
});

test("[F2] the complete text fills a gap", () => {
  const conversation = conversationOf(delta(0, "Hello"), delta(11, "!"), done("Hello world!"));
  expect(entriesOf(conversation)).toEqual([message("Hello world!", { seq: 3 })]);
});

test("[F3] text after a tool call opens a new entry", () => {
  const conversation = conversationOf(delta(0, "Let me look."), call, delta(12, " Done."));
  expect(entriesOf(conversation)).toEqual([
    message("Let me look.", { seq: 1, endedTs: null }),
    toolCall("c1", { seq: 2, live: true, input: { command: "ls" } }),
    message({ text: " Done.", base: 12, end: 18, gaps: [], cut: false }, { seq: 3, segment: 2, live: true }),
  ]);
});

test("[F3] the block after a tool call may start again under its own number", () => {
  const conversation = conversationOf(delta(0, "One"), call, delta(0, "Two", { block: 2 }));
  expect(entriesOf(conversation)).toEqual([
    message("One", { seq: 1, endedTs: null }),
    toolCall("c1", { seq: 2, live: true, input: { command: "ls" } }),
    message("Two", { seq: 3, block: 2, live: true }),
  ]);
});

test("[F3] text after the person's own message opens a new entry; a remark does not interrupt it", () => {
  const steered = conversationOf(
    delta(0, "One"),
    { type: "user_message", text: "stop", delivery: "steer" },
    delta(3, "Two"),
  );
  expect(entriesOf(steered)).toEqual([
    message("One", { seq: 1, endedTs: null }),
    userMessage("stop", { seq: 2, steered: true }),
    message({ text: "Two", base: 3, end: 6, gaps: [], cut: false }, { seq: 3, segment: 2, live: true }),
  ]);
  const remarked = conversationOf(
    delta(0, "One"),
    { type: "checkpoint_saved", hash: "abc" },
    delta(3, "Two"),
  );
  expect(entriesOf(remarked)[0]).toEqual(message("OneTwo", { seq: 3, ts: 1001, live: true }));
});

test("[F3] the work of another run does not interrupt a text", () => {
  const conversation = conversationOf(
    delta(0, "One"),
    { ...call, runId: "run-2", agentId: "codex" } as Body,
    delta(3, "Two"),
  );
  expect(entriesOf(conversation)[0]).toEqual(message("OneTwo", { seq: 3, ts: 1001, live: true }));
});

test("[F4] a message ends with its complete text, which takes precedence", () => {
  const conversation = conversationOf(delta(0, "Helo"), done("Hello", { startedTs: 1001 }));
  expect(entriesOf(conversation)).toEqual([message("Hello", { seq: 2, ts: 1001 })]);
});

test("[F4] an empty end keeps the streamed text", () => {
  expect(entriesOf(conversationOf(delta(0, "Hello"), done("")))).toEqual([message("Hello", { seq: 2 })]);
});

test("[F4] an end without deltas is the message; an empty end adds nothing", () => {
  expect(entriesOf(conversationOf(done("Hello")))).toEqual([message("Hello", { seq: 1 })]);
  expect(entriesOf(conversationOf(done("")))).toEqual([]);
});

test("[F4] an end that arrives after a tool call adds only text that was not shown before it", () => {
  const conversation = conversationOf(delta(0, "Hel"), call, done("Hello"));
  expect(entriesOf(conversation)).toEqual([
    message("Hel", { seq: 1, endedTs: null }),
    toolCall("c1", { seq: 2, live: true, input: { command: "ls" } }),
    message({ text: "lo", base: 3, end: 5, gaps: [], cut: false }, { seq: 3, segment: 2 }),
  ]);
  const nothingNew = conversationOf(delta(0, "Hello"), call, done("Hello"));
  expect(entriesOf(nothingNew)).toHaveLength(2);
});

test("[F4] a delta after the end of its block changes nothing; text beyond it is shown separately", () => {
  const repeat = conversationOf(delta(0, "Hello"), done("Hello"), delta(0, "Hello"));
  expect(entriesOf(repeat)).toEqual([message("Hello", { seq: 2 })]);
  const beyond = conversationOf(done("Hello"), delta(5, "!"));
  expect(entriesOf(beyond)).toEqual([
    message("Hello", { seq: 1 }),
    message({ text: "!", base: 5, end: 6, gaps: [], cut: false }, { seq: 2, segment: 2, live: true }),
  ]);
});

test("[F14] a thought is an entry separate from the text", () => {
  const conversation = conversationOf(
    { type: "thinking_start", responseId: "r1" },
    think(0, "Let me "),
    think(7, "see."),
    { type: "thinking_done", responseId: "r1", text: "Let me see." },
    delta(0, "It is 4."),
  );
  expect(entriesOf(conversation)).toEqual([
    thought("Let me see.", { seq: 4, ts: 1001 }),
    message("It is 4.", { seq: 5, live: true }),
  ]);
});

test("[F14] thinking after text opens a new thought, and text after thinking a new message", () => {
  const conversation = conversationOf(think(0, "Hm."), delta(0, "So."), think(3, " But."), delta(3, " No."));
  expect(entriesOf(conversation)).toEqual([
    thought("Hm.", { seq: 1, endedTs: null }),
    message("So.", { seq: 2, endedTs: null }),
    thought({ text: " But.", base: 3, end: 8, gaps: [], cut: false }, { seq: 3, segment: 2, endedTs: null }),
    message({ text: " No.", base: 3, end: 7, gaps: [], cut: false }, { seq: 4, segment: 2, live: true }),
  ]);
});

test("[F14] thinking that began is shown before its first word, and may stay hidden", () => {
  const began = conversationOf({ type: "thinking_start", responseId: "r1" });
  expect(entriesOf(began)).toEqual([thought("", { seq: 1, live: true })]);
  const hidden = conversationOf(
    { type: "thinking_start", responseId: "r1" },
    { type: "thinking_done", responseId: "r1", text: "", redacted: true },
  );
  expect(entriesOf(hidden)).toEqual([thought("", { seq: 2, ts: 1001, redacted: true })]);
});
