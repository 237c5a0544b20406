import { defined } from "@polylog/core";
import { describe, expect, test } from "vitest";
import {
  type ClassicMessage,
  classicRequestLine,
  isClassicComplete,
  isStreaming,
  mergeMessage,
  splitClassic,
} from "../../src/view/classic-completion.ts";

/** The examples of seed 000, with their own values. */

type Row = readonly [ClassicMessage, boolean];

const say = (name: string, text?: string, more: { partial?: boolean } = {}): ClassicMessage => ({
  ts: 123,
  type: "say",
  say: name,
  ...defined({ text }),
  ...more,
});

const rowsOf = (rows: readonly Row[]) =>
  rows.map(([message, complete]) => ({ message, complete, shown: JSON.stringify(message) }));

describe("complete", () => {
  test.each(
    rowsOf([
      [{ id: "1", type: "user", content: "Hello", ts: 123 }, true],
      [{ id: "2", type: "user", content: "Hello", ts: 123, partial: false }, true],
      [{ id: "3", type: "user", content: "Hel...", ts: 123, partial: true }, false],
    ]),
  )("[C1] CLI: $shown → $complete", ({ message, complete }) => {
    expect(isClassicComplete(message)).toBe(complete);
  });

  test.each(
    rowsOf([
      [{ ts: 123, type: "say", say: "text", text: "Hello" }, true],
      [{ ts: 123, type: "say", say: "error", text: "Error", partial: false }, true],
      [{ ts: 123, type: "say", say: "text", text: "Hel...", partial: true }, false],
    ]),
  )("[C2] say: $shown → $complete", ({ message, complete }) => {
    expect(isClassicComplete(message)).toBe(complete);
  });

  test.each(
    rowsOf([
      [{ ts: 123, type: "say", say: "api_req_started", text: '{"cost": 0.001}' }, true],
      [{ ts: 123, type: "say", say: "api_req_started", text: '{"streamingFailedMessage": "Error"}' }, true],
      [{ ts: 123, type: "say", say: "api_req_started", text: '{"cancelReason": "user_cancelled"}' }, true],
      [{ ts: 123, type: "say", say: "api_req_started", text: "{}", partial: false }, false],
      [say("api_req_started", '{"cost":0}'), true],
      [say("api_req_started", '{"cost":0.5}', { partial: true }), true],
      [say("api_req_started", '{"cost":null}'), false],
      [say("api_req_started", '{"cost": 0.001'), false],
      [say("api_req_started", ""), false],
      [say("api_req_started"), false],
      [say("api_req_started", "null"), false],
      [say("api_req_started", "7"), false],
      [say("api_req_started", "[]"), false],
    ]),
  )("[C3] request: $shown → $complete", ({ message, complete }) => {
    expect(isClassicComplete(message)).toBe(complete);
  });

  test.each(
    rowsOf([
      [{ ts: 123, type: "ask", ask: "completion_result", text: "" }, true],
      [{ ts: 123, type: "ask", ask: "command_output", text: "" }, true],
      [{ ts: 123, type: "ask", ask: "command_output", text: "", partial: true }, true],
    ]),
  )("[C4] silent ask: $shown → $complete", ({ message, complete }) => {
    expect(isClassicComplete(message)).toBe(complete);
  });

  test.each(
    rowsOf([
      [{ ts: 123, type: "ask", ask: "tool", text: '{"tool":"readFile"}', isAnswered: true }, true],
      [{ ts: 123, type: "ask", ask: "tool", text: '{"tool":"readFile"}' }, false],
      [{ ts: 123, type: "ask", ask: "followup", text: "Question?", isAnswered: false }, false],
      [{ ts: 123, type: "ask", ask: "command", text: "ls" }, false],
      [{ ts: 123, type: "ask", ask: "use_mcp_server", text: "{}" }, false],
      [{ ts: 123, type: "ask", ask: "browser_action_launch", text: "url" }, false],
      [{ ts: 123, type: "ask", ask: "something_new", text: "", isAnswered: true }, true],
    ]),
  )("[C5] ask: $shown → $complete", ({ message, complete }) => {
    expect(isClassicComplete(message)).toBe(complete);
  });
});

test.each([
  ["{}", "⟳ API Request in progress..."],
  ['{"cost": 0.001}', "✓ API Request - Cost: $0.001"],
  ['{"streamingFailedMessage": "Error"}', "✖ API Request failed"],
  ['{"cancelReason": "user_cancelled"}', "⚠ API Request cancelled"],
  ['{"cancelReason": "user_cancelled", "cost": 0.001}', "⚠ API Request cancelled"],
])("[C3] the request %s reads %s", (text, line) => {
  expect(classicRequestLine(text)).toBe(line);
});

describe("split", () => {
  const done = (ts: number): ClassicMessage => ({ ts, type: "say", say: "text", text: `${ts}` });
  const open = (ts: number): ClassicMessage => ({
    ts,
    type: "say",
    say: "text",
    text: `${ts}`,
    partial: true,
  });

  test("[C6] example 1: all three complete, all three settled", () => {
    const messages = [done(1), done(2), done(3)];
    expect(splitClassic(messages)).toEqual({ settled: messages, live: [] });
  });

  test("[C6] example 2: an incomplete message holds back complete ones after it", () => {
    const messages = [done(1), open(2), done(3), done(4)];
    expect(splitClassic(messages)).toEqual({ settled: [done(1)], live: [open(2), done(3), done(4)] });
  });

  test("[C7] the same checkpoint is shown once", () => {
    expect(
      splitClassic([
        { ts: 1, type: "say", say: "checkpoint_saved", text: "abc123" },
        { ts: 2, type: "say", say: "text", text: "Some text" },
        { ts: 3, type: "say", say: "checkpoint_saved", text: "abc123" },
      ]),
    ).toEqual({
      settled: [
        { ts: 1, type: "say", say: "checkpoint_saved", text: "abc123" },
        { ts: 2, type: "say", say: "text", text: "Some text" },
      ],
      live: [],
    });
  });

  test("[C7] hashes are compared trimmed, and a checkpoint without a hash is never a repeat", () => {
    const saved = (ts: number, text?: string): ClassicMessage => ({ ...say("checkpoint_saved", text), ts });
    expect(
      splitClassic([
        saved(1, " abc123\n"),
        saved(2, ""),
        saved(3, "def"),
        saved(4, " "),
        saved(5, "abc123"),
        saved(6),
      ]),
    ).toEqual({
      settled: [saved(1, " abc123\n"), saved(2, ""), saved(3, "def"), saved(4, " "), saved(6)],
      live: [],
    });
  });

  test("[C7] a text with the hash in it is not a checkpoint", () => {
    const messages = [say("checkpoint_saved", "abc123"), say("text", "abc123"), say("text", "abc123")];
    expect(splitClassic(messages)).toEqual({ settled: messages, live: [] });
  });

  test("[C8] an ask that was never completed is settled once another message follows", () => {
    const orphan: ClassicMessage = { ts: 1, type: "ask", ask: "tool", text: '{"to', partial: true };
    expect(splitClassic([orphan])).toEqual({ settled: [], live: [orphan] });
    expect(splitClassic([orphan, done(2)])).toEqual({ settled: [orphan, done(2)], live: [] });
  });

  test("[C8] a complete ask keeps waiting, whatever follows", () => {
    const ask: ClassicMessage = { ts: 1, type: "ask", ask: "tool", text: '{"tool":"readFile"}' };
    expect(splitClassic([ask, done(2)])).toEqual({ settled: [], live: [ask, done(2)] });
  });
});

describe("scenarios", () => {
  const user: ClassicMessage = { id: "1", type: "user", content: "Hi", ts: 1 };
  const request = (text: string): ClassicMessage => ({ ts: 2, type: "say", say: "api_req_started", text });
  const started = request("{}");
  const paid = request('{"cost":0.001}');

  /** Each step: the list's content, how many of its items are settled, and whether output is expected. */
  type Step = readonly [string, readonly ClassicMessage[], number, boolean];

  function play(steps: readonly Step[]) {
    for (const [name, messages, settled, streaming] of steps) {
      expect([name, splitClassic(messages), isStreaming(messages)]).toEqual([
        name,
        { settled: messages.slice(0, settled), live: messages.slice(settled) },
        streaming,
      ]);
    }
  }

  test("[C6] scenario 1: normal message flow", () => {
    const streaming: ClassicMessage = { ts: 3, type: "say", say: "text", text: "Hel", partial: true };
    const text: ClassicMessage = { ts: 3, type: "say", say: "text", text: "Hello", partial: false };
    const result: ClassicMessage = { ts: 4, type: "ask", ask: "completion_result", text: "" };
    play([
      ["1. user message", [user], 1, false],
      ["2. request started", [user, started], 1, true],
      ["3. text streams", [user, started, streaming], 1, true],
      ["4. text done", [user, started, text], 1, true],
      ["5. cost received", [user, paid, text], 3, false],
      ["6. completion result", [user, paid, text, result], 4, false],
    ]);
  });

  test("[C6, C9] scenario 2: tool approval flow", () => {
    const ask: ClassicMessage = { ts: 3, type: "ask", ask: "tool", text: '{"tool":"readFile"}' };
    const approved: ClassicMessage = { ...ask, isAnswered: true };
    const result: ClassicMessage = { ts: 4, type: "say", say: "tool", text: "read" };
    play([
      ["1. user message", [user], 1, false],
      ["2. request started", [user, started], 1, true],
      ["3. tool request waits", [user, started, ask], 1, false],
      ["4. approved", [user, started, approved], 1, true],
      ["5. tool result", [user, started, approved, result], 1, true],
      ["6. cost received", [user, paid, approved, result], 4, false],
    ]);
  });

  test("[C6, C9] scenario 3: followup question flow", () => {
    const ask: ClassicMessage = { ts: 3, type: "ask", ask: "followup", text: "Question?", isAnswered: false };
    const answered: ClassicMessage = { ...ask, isAnswered: true };
    const feedback: ClassicMessage = { ts: 4, type: "say", say: "user_feedback", text: "Yes" };
    play([
      ["1. user message", [user], 1, false],
      ["2. request started", [user, started], 1, true],
      ["3. question waits", [user, started, ask], 1, false],
      ["4. answered", [user, started, answered], 1, true],
      ["5. user feedback", [user, started, answered, feedback], 1, true],
      ["6. cost received", [user, paid, answered, feedback], 4, false],
    ]);
  });

  test("[C9] no output is expected in an empty list, nor while an ask waits behind a remark", () => {
    const ask: ClassicMessage = { ts: 3, type: "ask", ask: "tool", text: "{}" };
    expect(isStreaming([])).toBe(false);
    expect(isStreaming([user, started, ask, say("checkpoint_saved", "abc")])).toBe(false);
  });

  test("[C9] an ask that is still being written streams; one from before the request does not wait", () => {
    const ask: ClassicMessage = { ts: 3, type: "ask", ask: "tool", text: "{" };
    expect(isStreaming([user, started, { ...ask, partial: true }])).toBe(true);
    expect(isStreaming([ask, user, started])).toBe(true);
  });
});

describe("merge", () => {
  const text = (value: string, partial: boolean): ClassicMessage => ({ ...say("text", value), partial });

  test.each([
    ["a complete text against an older, shorter partial", text("Hello", false), text("Hel", true), "old"],
    [
      "a complete text against a partial of the same length",
      text("Hello", false),
      text("Hello", true),
      "old",
    ],
    ["a partial against its completion", text("Hel", true), text("Hello", false), "incoming"],
    ["a partial against a shorter completion", text("Hello there", true), text("Hello", false), "incoming"],
    ["a partial against a longer partial", text("Hel", true), text("Hell", true), "incoming"],
    ["a partial against a shorter partial", text("Hell", true), text("Hel", true), "old"],
    ["a complete text that continues", text("Hello", false), text("Hello world", true), "incoming"],
    ["a complete text against a later completion", text("Hello", false), text("Hi", false), "incoming"],
    [
      "an ended request",
      say("api_req_started", '{"cost":1}'),
      say("api_req_started", '{"request":"long text"}'),
      "old",
    ],
    [
      "an answered ask",
      { ts: 1, type: "ask", ask: "tool", text: "{}", isAnswered: true },
      { ts: 1, type: "ask", ask: "tool", text: '{"tool":"x"}' },
      "old",
    ],
    [
      "a CLI message",
      { id: "1", type: "user", content: "Hello", ts: 1 },
      { id: "1", type: "user", content: "Hel", ts: 1, partial: true },
      "old",
    ],
  ] as [string, ClassicMessage, ClassicMessage, "old" | "incoming"][])(
    "[C10] %s",
    (_, old, incoming, kept) => {
      expect(mergeMessage(old, incoming)).toBe(kept === "old" ? old : incoming);
    },
  );
});
