import { type Conversation, type EventBody, emptyConversation, fold, parseEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { LogPrinter } from "../../src/show/log-printer.ts";

/** The conversation after a notice, in a log that was rewound `rev - 1` times. */
function withNotice(before: Conversation, rev: number, text: string): Conversation {
  const body: EventBody = { type: "notice", level: "info", code: "note", text };
  const seq = before.seq + 1;
  const stamps = { id: `${rev}-${seq}`, seq, rev, ts: 0, sessionId: "session" };
  const parsed = parseEvent(JSON.stringify({ ...stamps, ...body }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return fold(before, parsed.event);
}

test("the first events of an empty session are not taken for a rewind; a rewind is reported, and the rest printed again", () => {
  const lines: string[] = [];
  const printer = new LogPrinter((line) => lines.push(line.replace(/^[\d:]+\s+-\s+/, "")));
  printer.showNew(emptyConversation);
  const one = withNotice(emptyConversation, 1, "One");
  printer.showNew(one);
  printer.showNew(withNotice(one, 1, "Two"));
  printer.showNew(withNotice(one, 2, "Three"));
  expect(lines).toEqual(["One", "Two", "The session was rewound. Remaining entries:", "One", "Three"]);
});
