import { expect, test } from "vitest";
import type { PolylogEvent } from "../../src/index.ts";
import { compactLog, emptyConversation, fold, foldAll, parseEvent, toSnapshot } from "../../src/index.ts";
import { entry, message } from "../expected.ts";
import type { Body } from "../log.ts";
import { after, conversationOf, entriesOf, log } from "../log.ts";

const text = (offset: number, delta: string, more: object = {}): Body =>
  ({ type: "text_delta", responseId: "r1", offset, delta, ...more }) as Body;
const done = (whole: string): Body => ({ type: "text_done", responseId: "r1", text: whole });

test("[F35] order is the order of seq, never of time", () => {
  const conversation = conversationOf(
    { type: "user_message", text: "first", ts: 9000 },
    { type: "user_message", text: "second", ts: 10 },
  );
  expect(entriesOf(conversation)).toMatchObject([{ body: "first" }, { body: "second" }]);
});

test("[F36] a repeated event changes nothing: switching sessions during a run duplicates no answer", () => {
  const events = log(text(0, "Hel"), text(3, "lo"), done("Hello"));
  const conversation = foldAll(emptyConversation, events);
  for (const event of events) expect(fold(conversation, event)).toBe(conversation);
  expect(foldAll(conversation, events)).toBe(conversation);
});

test("[F36] an event of another session is rejected", () => {
  const before = conversationOf({ type: "user_message", text: "mine" });
  const [foreign] = log({ type: "user_message", text: "theirs", sessionId: "session-2" }) as [PolylogEvent];
  const conversation = fold(before, { ...foreign, seq: 2 });
  expect(entriesOf(conversation)).toEqual(entriesOf(before));
  expect(conversation.seq).toBe(1);
  expect(conversation.faults.recent).toEqual([{ code: "foreign_session", seq: 2, about: "session-2" }]);
});

test("[F36] an event of a newer log with a lower seq is rejected: only a fresh start can follow a rewind", () => {
  const events = log(text(0, "a"), text(1, "b"), text(2, "c"));
  const conversation = foldAll(emptyConversation, events);
  const [rewound] = log({ type: "user_message", text: "again", rev: 2 }) as [PolylogEvent];
  const after = fold(conversation, rewound);
  expect(entriesOf(after)).toEqual(entriesOf(conversation));
  expect(after.faults.recent).toEqual([{ code: "stale_rev", seq: 1, about: "event-1" }]);
});

test("[F36] an event of an older log is rejected, whatever its seq", () => {
  const conversation = conversationOf(
    { type: "title", title: "new", rev: 2 },
    { type: "title", title: "old", rev: 1 },
  );
  expect([conversation.title, conversation.rev, conversation.seq]).toEqual(["new", 2, 1]);
  expect(conversation.faults.recent).toEqual([{ code: "stale_rev", seq: 2, about: "event-2" }]);
});

test("[F36] a log whose epoch increases continues to be folded", () => {
  const conversation = conversationOf(
    { type: "user_message", text: "one" },
    { type: "user_message", text: "two", rev: 2 },
  );
  expect([conversation.rev, conversation.seq, conversation.main.entries.length]).toEqual([2, 2, 2]);
});

test("[F37] an event changes only what it refers to and shares the rest", () => {
  const events = log(
    { type: "user_message", text: "hi" },
    text(0, "Hel"),
    { type: "notice", text: "note" },
    text(3, "lo"),
  );
  const before = foldAll(emptyConversation, events.slice(0, 3));
  const after = fold(before, events[3] as PolylogEvent);
  expect(after.main.entries.get(0)).toBe(before.main.entries.get(0));
  expect(after.main.entries.get(1)).not.toBe(before.main.entries.get(1));
  expect(after.main.entries.get(2)).toBe(before.main.entries.get(2));
  expect([after.runs, after.agents, after.asks, after.usage]).toEqual([
    before.runs,
    before.agents,
    before.asks,
    before.usage,
  ]);
});

test("[F37] a streamed entry is the same object until it changes, whichever conversation is read first", () => {
  const [first, second, status, repeat] = log(
    text(0, "Hel"),
    text(3, "lo"),
    { type: "agent_status", status: "working" },
    text(3, "lo"),
  ) as [PolylogEvent, PolylogEvent, PolylogEvent, PolylogEvent];
  const streamed = fold(fold(emptyConversation, first), second);
  const later = fold(fold(streamed, status), repeat);
  const shown = later.main.entries.get(0);
  expect(shown).toMatchObject({ seq: 2 });
  expect(streamed.main.entries.get(0)).toBe(shown);
});

test("[F37] an old conversation stays unchanged", () => {
  const events = log(text(0, "Hel"), text(3, "lo"), text(5, " you"));
  const first = foldAll(emptyConversation, events.slice(0, 1));
  const second = fold(first, events[1] as PolylogEvent);
  const other = fold(first, log(text(3, "p!"))[0] as PolylogEvent);
  fold(second, events[2] as PolylogEvent);
  expect(other).toBe(first);
  expect(entriesOf(first)).toMatchObject([{ body: "Hel" }]);
  expect(entriesOf(second)).toMatchObject([{ body: "Hello" }]);
});

test("[F38] the settled prefix grows over complete entries and stops at the first live one", () => {
  const bodies: Body[] = [
    { type: "user_message", text: "hi" },
    { type: "tool_call_start", callId: "a", toolName: "Bash" },
    { type: "tool_call_start", callId: "b", toolName: "Bash" },
    { type: "tool_result", callId: "b", toolName: "Bash", ok: true, result: "" },
    { type: "tool_result", callId: "a", toolName: "Bash", ok: true, result: "" },
  ];
  const settled = bodies.map((_, index) => conversationOf(...bodies.slice(0, index + 1)).main.settled);
  expect(settled).toEqual([1, 1, 1, 1, 3]);
});

test("[F41] an event of an unknown type is shown as an unknown event", () => {
  const line = '{"id":"e1","sessionId":"session-1","seq":1,"rev":1,"ts":7,"type":"hologram","x": 1.50}';
  const parsed = parseEvent(line);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  expect(entriesOf(fold(emptyConversation, parsed.event))).toEqual([
    entry("opaque", { seq: 1, ts: 7, agentId: null, runId: null, eventType: "hologram", raw: line }),
  ]);
});

const kept = (...bodies: readonly Body[]) => compactLog(log(...bodies)).map((event) => event.seq);

test("[F45] once a text is complete its deltas are dropped, unless an entry is between them", () => {
  const started: Body = { type: "run_started" };
  expect(kept(started, text(0, "Hel"), text(3, "lo"), done("Hello"))).toEqual([1, 4]);
  const remark: Body = { type: "notice", text: "note" };
  expect(kept(started, text(0, "Hel"), remark, text(3, "lo"), done("Hello"))).toEqual([1, 2, 3, 5]);
});

test("[F45] the first event of a run without run_started stays: it marks when the run began", () => {
  expect(kept(text(0, "Hel"), text(3, "lo"), done("Hello"))).toEqual([1, 3]);
});

test("[F45] a text that continued after a tool call keeps its deltas: only they record where it was split", () => {
  const call: Body = { type: "tool_call_start", callId: "a", toolName: "Bash" };
  expect(kept(text(0, "Hel"), call, text(3, "lo"), done("Hello"))).toEqual([1, 2, 3, 4]);
});

test("[F45] a call's announcement is dropped once its input is known, unless an entry is between them", () => {
  const started: Body = { type: "run_started" };
  const announced: Body = { type: "tool_call_start", callId: "a", toolName: "Bash" };
  const input: Body = { type: "tool_input_delta", callId: "a", offset: 0, delta: "{" };
  const whole: Body = { ...announced, input: { command: "ls" } };
  expect(kept(started, announced, input, whole)).toEqual([1, 4]);
  expect(kept(started, announced, { type: "notice", text: "note" }, whole)).toEqual([1, 2, 3, 4]);
  expect(kept(started, { ...announced, title: "Terminal" }, input, whole)).toEqual([1, 2, 4]);
});

test("[F45] a result supersedes tool output, a run's end statuses and single usages, and a snapshot the previous one", () => {
  expect(
    kept(
      { type: "tool_call_start", callId: "a", toolName: "Bash" },
      { type: "agent_status", status: "working" },
      { type: "tool_output_delta", callId: "a", offset: 0, delta: "x" },
      { type: "tool_progress", callId: "a", elapsedMs: 1 },
      { type: "tool_result", callId: "a", toolName: "Bash", ok: true, result: "x" },
      { type: "usage", model: "opus", inputTokens: 1, outputTokens: 1 },
      { type: "queue_updated", items: [] },
      { type: "title", title: "One" },
      {
        type: "run_ended",
        outcome: "completed",
        usage: [{ model: "opus", inputTokens: 1, outputTokens: 1 }],
      },
      { type: "queue_updated", items: [] },
      { type: "title", title: "Two" },
    ),
  ).toEqual([1, 5, 9, 10, 11]);
});

test("[F45] the last context usage of every run stays", () => {
  const full = (usedTokens: number, runId: string): Body => ({ type: "context_usage", usedTokens, runId });
  expect(
    kept(
      { type: "run_started", runId: "a" },
      full(1, "a"),
      full(2, "a"),
      { type: "run_started", runId: "b" },
      full(3, "b"),
      full(4, "b"),
    ),
  ).toEqual([1, 3, 4, 6]);
});

test("[F45] the remaining events fold to the same conversation", () => {
  const events = after(
    log(text(0, "Hel"), { type: "agent_status", status: "thinking" }, text(3, "lo"), done("Hello")),
    { type: "tool_output_delta", callId: "a", offset: 0, delta: "early" },
    { type: "tool_result", callId: "a", toolName: "Bash", ok: true, result: "all" },
    { type: "run_ended", outcome: "completed" },
  );
  const left = compactLog(events);
  expect(left.length).toBeLessThan(events.length);
  expect(toSnapshot(foldAll(emptyConversation, left))).toEqual(
    toSnapshot(foldAll(emptyConversation, events)),
  );
});

test("[F46] a long message reads as one text, complete or from any position on", () => {
  const words = Array.from({ length: 1000 }, (_, index) => `word${index} `);
  let offset = 0;
  const bodies = words.map((word) => {
    const body = text(offset, word);
    offset += word.length;
    return body;
  });
  const [streamed] = conversationOf(...bodies).main.entries;
  if (streamed?.kind !== "message") throw new Error("no message");
  const whole = words.join("");
  expect(streamed.body.toString()).toBe(whole);
  expect(streamed.body.from(5000)).toBe(whole.slice(5000));
  expect(entriesOf(conversationOf(...bodies, done(whole)))).toEqual([message(whole, { seq: 1001 })]);
});
