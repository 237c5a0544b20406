import { type EventBody, emptyConversation, foldAll, type PolylogEvent, toSnapshot } from "@polylog/core";
import { expect, test } from "vitest";
import { LiveSession } from "../../src/log/live-session.ts";
import { runContext } from "../../src/runs/run-context.ts";
import { countingReads } from "./touched-entries.ts";

const run = (at: number): EventBody[] => {
  const who = { agentId: "a", runId: `r${at}` };
  return [
    { type: "user_message", text: `question ${at}`, delivery: "run", ...who },
    { type: "run_started", trigger: "message", ...who },
    { type: "text_done", responseId: `p${at}`, text: `answer ${at}`, ...who },
    { type: "run_ended", outcome: "completed", ...who },
  ];
};

const long = foldAll(
  emptyConversation,
  Array.from({ length: 200 }, (_, at) => run(at))
    .flat()
    .map((body, at) => {
      const stamp = { id: `e${at}`, sessionId: "s", seq: at + 1, rev: 1, ts: at };
      return { ...body, ...stamp } as PolylogEvent;
    }),
);

const row = { sessionId: "s", projectRoot: "/p", rev: 1, head: 800, agentId: "a", title: null };

test("the context of a run reads the session back to the run's first message and no further", () => {
  const { conversation, reads } = countingReads(long);
  const session = new LiveSession(row, conversation);
  const { messages } = runContext(session, "r198", "summary") as { messages: { text: string }[] };
  expect(messages.map(({ text }) => text)).toEqual(["question 198", "answer 198"]);
  expect(reads()).toBeLessThan(10);
});

test("the raw context has the entries as a snapshot of the session has them", () => {
  const raw = runContext(new LiveSession(row, long), "r3", "raw") as { messages: unknown[] };
  const whole = toSnapshot(long).main.entries as unknown as { runId: string }[];
  expect(raw.messages).toEqual(whole.filter(({ runId }) => runId === "r3"));
});
