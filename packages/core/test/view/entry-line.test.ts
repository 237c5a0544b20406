import { describe, expect, test } from "vitest";
import { eventGroups } from "../../src/events/all-events.ts";
import { cutAtWord, firstLine } from "../../src/format/first-line.ts";
import { emptyConversation, fold } from "../../src/index.ts";
import { autoTitle } from "../../src/view/auto-title.ts";
import { entryLine } from "../../src/view/entry-line.ts";
import { samples } from "../frame/samples.ts";
import { conversationOf } from "../log.ts";

describe("lines", () => {
  test("[V16] every kind of entry reads as one line, and each kind is defined once", () => {
    const defined = eventGroups.flatMap((group) => group.entries.map((entry) => entry.kind));
    expect(defined).toEqual([...new Set(defined)]);
    const shown = new Set<string>();
    let conversation = emptyConversation;
    for (const sample of samples) {
      conversation = fold(conversation, { ...sample, seq: conversation.seq + 1 });
      for (const lane of [conversation.main, ...conversation.lanes]) {
        for (const entry of lane.entries) {
          shown.add(entry.kind);
          const { text } = entryLine(entry);
          expect(text).not.toMatch(/\n/);
          expect(text).not.toBe("");
        }
      }
    }
    expect(defined.filter((kind) => !shown.has(kind))).toEqual([]);
  });

  test("[V16] a message, a call", () => {
    const conversation = conversationOf(
      { type: "user_message", text: "\n  Fix the bug\nplease" },
      { type: "tool_call_start", callId: "c1", toolName: "Bash", input: { command: "npm test" } },
    );
    expect(conversation.main.entries.slice().map(entryLine)).toEqual([
      { icon: "user", tone: "plain", text: "Fix the bug" },
      { icon: "tool", tone: "live", text: "Running npm test" },
    ]);
  });
});

describe("first lines", () => {
  test("[V16] a line that does not fit is cut at a word, never inside a character", () => {
    expect(firstLine("\n\n  one two three\nfour", 10)).toBe("one two…");
    expect(cutAtWord("x".repeat(20), 10)).toBe(`${"x".repeat(9)}…`);
    expect(cutAtWord("🙂".repeat(10), 10)).toBe("🙂🙂🙂🙂…");
    expect(cutAtWord("fits", 4)).toBe("fits");
  });
});

describe("titles", () => {
  test.each([
    ["Fix the flaky test", "Fix the flaky test"],
    ["  What did we do\nin the last 2 commits? ", "What did we do in the…"],
    ["internationalization documentation responsibilities and more", "internationalization documentation…"],
    ["", ""],
    [" \n ", ""],
    ["x".repeat(50), "x".repeat(50)],
    ["x".repeat(51), `${"x".repeat(49)}…`],
    [`${"x".repeat(48)}🙂🙂`, `${"x".repeat(48)}…`],
    [`short ${"y".repeat(80)}`, "short…"],
    ["one two three four five six", "one two three four five six"],
    ["one two three four five six, and more", "one two three four five six…"],
    [`${"x".repeat(40)} ${"y".repeat(9)} z`, `${"x".repeat(40)}…`],
    ["修复这个问题", "修复这个问题"],
  ])("[V17] %j is titled %j", (text, title) => {
    expect(autoTitle(text)).toBe(title);
  });
});
