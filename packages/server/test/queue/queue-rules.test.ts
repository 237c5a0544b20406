import type { Queue, QueueItem } from "@polylog/core";
import { defined } from "@polylog/core";
import { describe, expect, test } from "vitest";
import {
  type AgentNow,
  decideDelivery,
  nextItem,
  pauseWhile,
  withSentFirst,
} from "../../src/queue/queue-rules.ts";

const item = (itemId: string, said?: true): QueueItem => ({
  ...{ itemId, text: itemId, addedTs: 1 },
  ...defined({ said }),
});
const held = { reason: "held" };
const empty: Queue = { items: [], paused: null };
const waiting: Queue = { items: [item("a")], paused: null };
const paused: Queue = { items: [item("a")], paused: held };

const free: AgentNow = { isBusy: false, isEnding: false, steerableRunId: null };
const running: AgentNow = { isBusy: true, isEnding: false, steerableRunId: "r" };
const unsteerable: AgentNow = { ...running, steerableRunId: null };
const ending: AgentNow = { isBusy: true, isEnding: true, steerableRunId: null };

const steer = { kind: "steer", runId: "r" };

describe.each([
  ["a free agent", free, { empty: "start", waiting: "queue", paused: "start" }],
  ["an agent that can be steered", running, { empty: steer, waiting: steer, paused: steer }],
  ["an agent that cannot be steered", unsteerable, { empty: "queue", waiting: "queue", paused: "queue" }],
  ["an agent whose run is ending", ending, { empty: "queue", waiting: "queue", paused: "wait" }],
] as const)("%s", (_, now, expected) => {
  test.each(Object.entries({ empty, waiting, paused }))("with a queue that is %s", (name, queue) => {
    const outcome = expected[name as keyof typeof expected];
    const whole = typeof outcome === "string" ? { kind: outcome } : outcome;
    expect(decideDelivery("auto", now, queue)).toEqual(whole);
  });
});

test("a queued message steers no run, and does not overtake a paused queue", () => {
  const kinds = [free, running, ending].map((now) => decideDelivery("queue", now, paused).kind);
  expect(kinds).toEqual(["queue", "queue", "queue"]);
  expect(decideDelivery("queue", free, empty)).toEqual({ kind: "start" });
});

test("the first message runs next, unless the agent is busy or the queue is paused", () => {
  const next = [
    nextItem(waiting, false),
    nextItem(waiting, true),
    nextItem(paused, false),
    nextItem(empty, false),
  ];
  expect(next).toEqual([item("a"), null, null, null]);
});

test("messages that were already delivered come before the others, in their order", () => {
  const items = [item("said", true), item("a"), item("b")];
  expect(withSentFirst(items, item("late", true)).map(({ itemId }) => itemId)).toEqual([
    "said",
    "late",
    "a",
    "b",
  ]);
});

test("an empty queue is not paused", () => {
  expect([pauseWhile([], held), pauseWhile([item("a")], held)]).toEqual([null, held]);
});
