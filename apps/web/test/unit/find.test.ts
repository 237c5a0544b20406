import { emptyConversation, foldAll, type KnownEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { findHits } from "../../src/find/find-hits.ts";
import { stripMarkdown } from "../../src/find/strip-markdown.ts";

test("matches are shown without Markdown syntax", () => {
  const text =
    "## The **totals**\n\n- [ ] see [the cart](src/cart.ts), `sum`\n> a quote\n| a | b |\n|---|--:|\n| 1 | 2 |";
  expect(stripMarkdown(text)).toBe("The totals [ ] see the cart, sum a quote a b 1 2");
});

test("underscores in names, single stars and inner dashes stay", () => {
  expect(stripMarkdown("a_b_c * 2 - 1 snake_case --flag")).toBe("a_b_c * 2 - 1 snake_case --flag");
});

test("[W9] every match counts, not every entry", () => {
  const envelope = { sessionId: "s", rev: 1, ts: 1 };
  const events = [
    { ...envelope, id: "1", seq: 1, type: "user_message", text: "One word, another word." },
    { ...envelope, id: "2", seq: 2, type: "user_message", text: "No such thing." },
    { ...envelope, id: "3", seq: 3, type: "user_message", text: "WORD" },
  ] as unknown as readonly KnownEvent[];
  const conversation = foldAll(emptyConversation, events);
  const [first, , last] = [...conversation.main.entries].map(({ key }) => key);
  expect(findHits(conversation, " word ")).toEqual([
    { key: first, nth: 0 },
    { key: first, nth: 1 },
    { key: last, nth: 0 },
  ]);
  expect(findHits(conversation, " ")).toEqual([]);
});
