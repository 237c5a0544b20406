import type { PolylogEvent } from "@polylog/core";
import {
  type Conversation,
  emptyConversation,
  foldAll,
  type Grouping,
  groupLane,
  groupsFrom,
} from "@polylog/core";
import { expect, test } from "vitest";
import { ConversationRows } from "../../src/conversation/list/conversation-rows.ts";

type Body = Readonly<Record<string, unknown>> & { readonly type: string };

const run = { runId: "run", agentId: "claude" };
const said: Body = { type: "user_message", text: "go", ...run };
const bash = (callId: string): Body[] => [
  { type: "tool_call_start", callId, toolName: "Bash", input: { command: "make" }, ...run },
  { type: "tool_result", callId, toolName: "Bash", ok: true, result: "", ...run },
];
const text = (responseId: string): Body => ({ type: "text_done", responseId, text: responseId, ...run });
const work: readonly Body[] = [
  said,
  { type: "run_started", ...run },
  ...[text("between"), ...bash("1"), ...bash("2"), text("final")],
];
const ended = (outcome = "completed"): Body => ({ type: "run_ended", outcome, ...run });

/** A growing conversation, followed by a screen. */
class Screen {
  readonly choices = new Map<string, boolean>();
  rows = this.empty();
  isReading = false;
  private conversation: Conversation = emptyConversation;
  private grouping: Grouping | null = null;

  hear(...bodies: readonly Body[]): this {
    for (const body of bodies) {
      const seq = this.conversation.seq + 1;
      const event = { id: `${seq}`, sessionId: "s", seq, rev: 1, ts: 1000 + seq, ...body };
      this.conversation = foldAll(this.conversation, [event as unknown as PolylogEvent]);
      const { conversation, grouping } = this;
      this.grouping =
        grouping === null
          ? groupLane(conversation, conversation.main)
          : groupsFrom(grouping, conversation, conversation.main);
      this.rows.follow(this.grouping, conversation, this.isReading);
    }
    return this;
  }

  /** The rows after a reload. */
  reload(): this {
    this.rows = this.empty();
    this.rows.follow(groupLane(this.conversation, this.conversation.main), this.conversation, false);
    return this;
  }

  get words(): string[] {
    return Array.from({ length: this.rows.length }, (_, index) => {
      const { group, isHeadOnly, response } = this.rows.at(index) ?? fail();
      const word = group.kind === "entry" ? group.entry.kind : group.kind;
      const head = response === null ? "" : `[${response.isOpen === true ? "open" : "closed"}] `;
      return `${head}${isHeadOnly ? "head" : word}`;
    });
  }

  private empty(): ConversationRows {
    return new ConversationRows({
      get: (key) => this.choices.get(key) ?? null,
      set: (key, isOpen) => void this.choices.set(key, isOpen),
    });
  }
}

function fail(): never {
  throw new Error("No such row.");
}

test("[W1] a finished response is collapsed to its head and its final text, live and after a reload", () => {
  const screen = new Screen().hear(...work);
  expect(screen.words).toEqual(["message", "message", "tool_call", "tool_call", "message"]);
  screen.hear(ended());
  expect(screen.words).toEqual(["message", "[closed] head", "message"]);
  expect(screen.reload().words).toEqual(["message", "[closed] head", "message"]);
});

test("[W1] the reader's choice is kept, and nothing collapses after scrolling back", () => {
  const reader = new Screen().hear(...work);
  reader.isReading = true;
  reader.hear(ended());
  const open = ["message", "[open] message", "tool_call", "tool_call", "message"];
  expect(reader.words).toEqual(open);
  const screen = new Screen().hear(...work, ended());
  const key = screen.rows.at(1)?.response?.key ?? fail();
  screen.choices.set(key, true);
  expect(screen.reload().words).toEqual(open);
});

test("[W1] a response that failed or has only one or two steps is expanded", () => {
  const failed = new Screen().hear(...work, ended("failed"));
  expect(failed.words.slice(1, 3)).toEqual(["[open] message", "tool_call"]);
  const short = new Screen().hear(said, { type: "run_started", ...run }, ...bash("1"), text("done"), ended());
  expect(short.words).toEqual(["message", "[open] tool_call", "message"]);
});

test("[W1] the responses of a steered run collapse when the run has ended", () => {
  const steer = { ...said, delivery: "steer" };
  const screen = new Screen().hear(...work, steer, ...bash("3"), text("after"));
  expect(screen.words).toEqual([
    ...["message", "message", "tool_call", "tool_call", "message"],
    ...["message", "tool_call", "message"],
  ]);
  screen.hear(ended());
  const after = ["message", "[closed] head", "message", "message", "[open] tool_call", "message"];
  expect(screen.words).toEqual(after);
  expect(screen.reload().words).toEqual(after);
});

test("[W1] steps after the end of a collapsed response look the same as after a reload", () => {
  const report = { type: "change_report", files: [{ path: "a", status: "added" }], ...run };
  const screen = new Screen().hear(...work, ended(), { type: "backend_raw", line: "?", ...run }, report);
  const words = ["message", "[closed] head", "message", "change_report"];
  expect(screen.words).toEqual(words);
  expect(screen.reload().words).toEqual(words);
});
