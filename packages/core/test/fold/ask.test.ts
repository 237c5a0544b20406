import { expect, test } from "vitest";
import { defined } from "../../src/defined.ts";
import { entry, message } from "../expected.ts";
import type { Body } from "../log.ts";
import { conversationOf, entriesOf } from "../log.ts";

const options = [
  { optionId: "allow-once", name: "Yes", kind: "allow_once" as const },
  { optionId: "reject", name: "No", kind: "reject_once" as const },
];
const request = (requestId: string, more: object = {}): Body => ({
  type: "permission_request",
  requestId,
  toolName: "mcp__acp__Bash",
  description: "Run a command",
  input: { command: "rm -rf build" },
  options,
  ...more,
});
const permission = (askId: string, given: { seq: number; [field: string]: unknown }) =>
  entry("permission", {
    askId,
    callId: null,
    answer: null,
    toolName: "mcp__acp__Bash",
    description: "Run a command",
    cut: null,
    input: { command: "rm -rf build" },
    options,
    optionId: null,
    note: null,
    ...given,
  });
const pending = (conversation: ReturnType<typeof conversationOf>) =>
  [...conversation.pendingAsks].map(([askId]) => askId).sort();

test("[F10] a permission request ends the text before it and waits", () => {
  const conversation = conversationOf(
    { type: "text_delta", responseId: "r1", offset: 0, delta: "May I?" },
    request("p1", { callId: "c1" }),
  );
  expect(entriesOf(conversation)).toEqual([
    message("May I?", { seq: 1, endedTs: null }),
    permission("p1", { seq: 2, live: true, callId: "c1" }),
  ]);
  expect(pending(conversation)).toEqual(["p1"]);
});

test("[F11] the answer settles its request and records who chose which option, and when", () => {
  const conversation = conversationOf(request("p1"), {
    type: "permission_response",
    requestId: "p1",
    optionId: "reject",
    note: "not the build folder",
    by: { kind: "user", id: "phone" },
  });
  expect(entriesOf(conversation)).toEqual([
    permission("p1", {
      key: "permission/1",
      seq: 2,
      ts: 1001,
      optionId: "reject",
      note: "not the build folder",
      answer: { outcome: "answered", by: { kind: "user", id: "phone" }, ts: 1002 },
    }),
  ]);
  expect(pending(conversation)).toEqual([]);
});

test("[F18] a question waits for its answers", () => {
  const questions = [
    { question: "Which?", header: "Library", options: [{ label: "zod" }, { label: "valibot" }] },
  ];
  const asked: Body = { type: "ask_user", questionId: "q1", questions };
  const question = (given: { seq: number; [field: string]: unknown }) =>
    entry("question", { askId: "q1", callId: null, answer: null, questions, answers: [], ...given });
  expect(entriesOf(conversationOf(asked))).toEqual([question({ seq: 1, live: true })]);
  const answers = [{ question: "Which?", answer: "zod" }];
  const answered = conversationOf(asked, { type: "ask_user_response", questionId: "q1", answers });
  expect(entriesOf(answered)).toEqual([
    question({
      key: "question/1",
      seq: 2,
      ts: 1001,
      answers,
      answer: { outcome: "answered", by: null, ts: 1002 },
    }),
  ]);
});

test("[F18] a header that repeats its question, and a description that repeats its label, are omitted", () => {
  const option = (description?: string) => ({ label: "Use zod", ...defined({ description }) });
  const asked = (header: string, description: string) =>
    entriesOf(
      conversationOf({
        type: "ask_user",
        questionId: "q1",
        questions: [{ question: "Which?", header, options: [option(description), option()] }],
      }),
    )[0];
  const questions = (header: string | undefined, description: string | undefined) => [
    { question: "Which?", ...defined({ header }), options: [option(description), option()] },
  ];
  expect(asked("which? ", " use zod.")).toMatchObject({ questions: questions(undefined, undefined) });
  expect(asked("", "")).toMatchObject({ questions: questions(undefined, undefined) });
  expect(asked("Library", "Use zod 4")).toMatchObject({ questions: questions("Library", "Use zod 4") });
});

const items = [
  { content: "Read", priority: "high" as const, status: "completed" as const },
  { content: "Write", priority: "low" as const, status: "pending" as const },
];
const plan = (planId: string, given: { seq: number; [field: string]: unknown }) =>
  entry("plan", {
    askId: planId,
    callId: null,
    answer: null,
    planId,
    items,
    text: null,
    awaitsApproval: false,
    decision: null,
    editedPlan: null,
    note: null,
    ...given,
  });

test("[F15] each plan snapshot is kept, and the latest is the current plan", () => {
  const conversation = conversationOf(
    { type: "plan_update", planId: "a", entries: [] },
    { type: "plan_update", planId: "a", entries: items },
  );
  expect(entriesOf(conversation)).toEqual([plan("a", { seq: 1, items: [] }), plan("a", { seq: 2 })]);
  expect(conversation.plan).toEqual({ lane: -1, pos: 1 });
  expect(pending(conversation)).toEqual([]);
});

test("[F19] a plan that needs approval is an ask, answered by a decision", () => {
  const waiting: Body = {
    type: "plan_update",
    planId: "a",
    entries: items,
    awaitsApproval: true,
    text: "# Plan",
  };
  expect(pending(conversationOf(waiting))).toEqual(["a"]);
  const decided = conversationOf(waiting, {
    type: "plan_response",
    planId: "a",
    decision: "edit",
    plan: "# Better plan",
    note: "shorter",
  });
  expect(entriesOf(decided)).toEqual([
    plan("a", {
      key: "plan/1",
      seq: 2,
      ts: 1001,
      text: "# Plan",
      awaitsApproval: true,
      decision: "edit",
      editedPlan: "# Better plan",
      note: "shorter",
      answer: { outcome: "answered", by: null, ts: 1002 },
    }),
  ]);
  expect(pending(decided)).toEqual([]);
});

test("[F20] a late answer to one ask never applies to another", () => {
  const conversation = conversationOf(
    request("a"),
    { type: "permission_response", requestId: "a", outcome: "expired" },
    request("b"),
    { type: "permission_response", requestId: "a", optionId: "allow-once" },
  );
  expect(pending(conversation)).toEqual(["b"]);
  expect(conversation.faults).toEqual({
    count: 1,
    recent: [{ code: "ask_not_pending", seq: 4, about: "a" }],
  });
});

test("[F20] the first answer wins; a second, an unknown and one of another kind change nothing", () => {
  const once = conversationOf(request("a"), {
    type: "permission_response",
    requestId: "a",
    optionId: "reject",
  });
  const more = conversationOf(
    request("a"),
    { type: "permission_response", requestId: "a", optionId: "reject" },
    { type: "permission_response", requestId: "a", optionId: "allow-once" },
    { type: "permission_response", requestId: "zzz", optionId: "allow-once" },
    { type: "ask_user_response", questionId: "a", answers: [] },
  );
  expect(entriesOf(more)).toEqual(entriesOf(once));
  expect(more.faults.recent.map((fault) => [fault.code, fault.about])).toEqual([
    ["ask_not_pending", "a"],
    ["unknown_ask", "zzz"],
    ["unknown_ask", "a"],
  ]);
});

test("[F20] an id is used for one ask only", () => {
  const conversation = conversationOf(request("a"), request("a", { description: "Another" }));
  expect(entriesOf(conversation)).toEqual([permission("a", { seq: 1, live: true })]);
  expect(conversation.faults.recent).toEqual([{ code: "duplicate_ask", seq: 2, about: "a" }]);
});

test("[F20] an ask ends with its run: no open ask remains after a cancel, and other sessions are not affected", () => {
  const conversation = conversationOf(request("mine"), { ...request("theirs"), runId: "run-2" } as Body, {
    type: "run_ended",
    outcome: "cancelled",
  });
  expect(pending(conversation)).toEqual(["theirs"]);
  expect(entriesOf(conversation)[0]).toEqual(
    permission("mine", { key: "permission/1", seq: 3, ts: 1001, endedBy: "cancelled" }),
  );
});
