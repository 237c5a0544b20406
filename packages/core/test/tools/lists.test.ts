import { describe, expect, test } from "vitest";
import {
  type Conversation,
  cardOfExchange,
  type ExchangeEntry,
  entryAt,
  fromSnapshot,
  MAIN,
  toolCard,
  toSnapshot,
} from "../../src/index.ts";
import { type Body, conversationOf } from "../log.ts";
import { aCard, cardOf, done, failed, goesOn, pending } from "./call.ts";
import { callIn, cardIn } from "./in-session.ts";

describe("to-dos", () => {
  const items = [
    { content: "Fix add", status: "completed" },
    { content: "Run it", status: "in_progress" },
    { content: "Tell", status: "pending" },
  ] as const;

  test.each([
    ["opencode", "todowrite", { todos: items }],
    ["Codex", "update_plan", { plan: items.map(({ content, status }) => ({ step: content, status })) }],
    [
      "Codex app-server",
      "update_plan",
      {
        plan: [
          { step: "Fix add", status: "completed" },
          { step: "Run it", status: "inProgress" },
          { step: "Tell" },
        ],
      },
    ],
    [
      "gemini",
      "write_todos",
      { todos: items.map(({ content, status }) => ({ description: content, status })) },
    ],
  ])("[T18] %s", (_, name, input) => {
    expect(cardOf(done(name, input, "ok"))).toEqual(
      aCard({
        icon: "todo",
        title: "Updated to-dos",
        summary: "1 of 3 done",
        blocks: [{ kind: "todo", items, collapsed: false }],
      }),
    );
  });

  test("[T18] Claude tells how a step reads while it goes on; a dropped step says so", () => {
    const todos = [
      { content: "Fix add", status: "in_progress", activeForm: "Fixing add" },
      { content: "Old idea", status: "cancelled" },
      { content: 7 },
      null,
    ];
    expect(cardOf(pending("TodoWrite", { todos }))).toEqual(
      aCard({
        icon: "todo",
        title: "Updating to-dos",
        summary: "1 of 2 done",
        blocks: [
          {
            kind: "todo",
            items: [
              { content: "Fix add", status: "in_progress", activeForm: "Fixing add" },
              { content: "Old idea (cancelled)", status: "completed" },
            ],
            collapsed: false,
          },
        ],
        ...goesOn,
      }),
    );
  });
});

/** A call that waits for a person has no clock. */
const anAskCard = (parts: Parameters<typeof aCard>[0]) =>
  aCard({ ...parts, durationMs: null, runsSince: null });

describe("questions", () => {
  const questions = [
    {
      question: "Which library should we use?",
      header: "Library",
      multiSelect: false,
      options: [{ label: "Zod", description: "Schema first" }, { label: "Valibot" }],
    },
    { question: "Which targets?", multiSelect: true, options: [{ label: "Linux" }, { label: "macOS" }] },
  ];

  test("[T20] while it waits, the questions are open", () => {
    expect(cardOf(pending("AskUserQuestion", { questions }))).toEqual(
      anAskCard({
        icon: "question",
        title: "Asking",
        object: "Which library should we use?",
        blocks: [{ kind: "question", questions, collapsed: false }],
        ...goesOn,
      }),
    );
  });

  test("[T20] Claude: the answers as its result tells them", () => {
    const result =
      'Your questions have been answered: "Which library should we use?"="Zod", "Which targets?"="Linux, macOS". Go on.';
    expect(cardOf(done("AskUserQuestion", { questions }, result))).toEqual(
      anAskCard({
        icon: "question",
        title: "Asked",
        object: "Which library should we use?",
        summary: "Zod; Linux, macOS",
        blocks: [{ kind: "question", questions, collapsed: true }],
      }),
    );
  });

  test("[T20] the answers as the ask holds them", () => {
    const card = cardIn(
      "ask-1",
      { type: "run_started" },
      {
        type: "tool_call_start",
        callId: "ask-1",
        toolName: "ask_user",
        input: { question: "Go on?", options: ["Yes", "No"] },
      },
      {
        type: "ask_user",
        questionId: "q1",
        callId: "ask-1",
        questions: [{ question: "Go on?", options: [] }],
      },
      {
        type: "ask_user_response",
        questionId: "q1",
        answers: [{ question: "Go on?", answer: ["Yes", "please"] }],
      },
      { type: "tool_result", callId: "ask-1", toolName: "ask_user", ok: true, result: "…" },
    );
    expect(card).toEqual(
      anAskCard({
        icon: "question",
        title: "Asked",
        object: "Go on?",
        summary: "Yes, please",
        blocks: [
          {
            kind: "question",
            questions: [
              { question: "Go on?", options: [{ label: "Yes" }, { label: "No" }], multiSelect: false },
            ],
            collapsed: true,
          },
        ],
      }),
    );
  });
});

describe("plans", () => {
  const plan = "# Plan\n\n1. Fix add\n2. Run it\n";
  const block = (collapsed: boolean) => ({ kind: "plan", text: plan, items: [], collapsed }) as const;

  test("[T20] while it waits, the plan is open; approved, it folds", () => {
    expect(cardOf(pending("ExitPlanMode", { plan, planFilePath: "/x.md" }))).toEqual(
      anAskCard({ icon: "plan", title: "Proposing a plan", blocks: [block(false)], ...goesOn }),
    );
    expect(
      cardOf(done("ExitPlanMode", { plan }, "User has approved your plan. You can now start coding.")),
    ).toEqual(
      anAskCard({ icon: "plan", title: "Proposed a plan", summary: "Approved", blocks: [block(true)] }),
    );
  });

  const asked: readonly Body[] = [
    { type: "run_started" },
    { type: "tool_call_start", callId: "plan-1", toolName: "exit_plan_mode", input: { plan } },
    { type: "plan_update", planId: "p1", callId: "plan-1", entries: [], text: plan, awaitsApproval: true },
  ];

  test.each([
    ["approve", true, "Approved", "success"],
    ["edit", true, "Approved with changes", "success"],
    ["reject", false, "Rejected", "error"],
  ] as const)("[T20] what the person decided: %s", (decision, ok, summary, state) => {
    const card = cardIn(
      "plan-1",
      ...asked,
      { type: "plan_response", planId: "p1", decision },
      {
        type: "tool_result",
        callId: "plan-1",
        toolName: "exit_plan_mode",
        ok,
        result: "The user does not want it.",
      },
    );
    expect(card).toEqual(
      anAskCard({
        icon: "plan",
        title: "Proposed a plan",
        summary,
        state,
        durationMs: 3,
        blocks: [block(true)],
      }),
    );
  });

  test("[T20] a plan in steps", () => {
    const entries = [{ content: "Fix add", status: "completed", priority: "high" }, { content: "Run it" }];
    expect(cardOf(done("plan", { entries }))).toEqual(
      anAskCard({
        icon: "plan",
        title: "Proposed a plan",
        summary: "1 of 2 done",
        blocks: [
          {
            kind: "plan",
            text: null,
            items: [
              { content: "Fix add", status: "completed" },
              { content: "Run it", status: "pending" },
            ],
            collapsed: false,
          },
        ],
      }),
    );
  });

  test("[T20] a change of mode without a plan is called what the agent calls it", () => {
    expect(cardOf(done("call_3", null, null, { toolKind: "switch_mode", title: "Ready to code?" }))).toEqual(
      anAskCard({ icon: "plan", title: "Ready to code?" }),
    );
  });
});

describe("words to other agents", () => {
  const input = { agentId: "reviewer", content: "Look at **add**.", mode: "sync" };
  const said = { kind: "text", text: "Look at **add**.", format: "markdown", collapsed: false } as const;

  test("[T19] whom, what, and while it waits no answer", () => {
    expect(cardOf(pending("agents_message", input))).toEqual(
      aCard({ icon: "exchange", title: "Messaging", object: "reviewer", blocks: [said], ...goesOn }),
    );
  });

  test.each([
    ["complete", "Answered", "agent-callback"],
    ["timeout", "Timed out, no answer yet", "error"],
    ["started", "No answer yet", "success"],
    ["queued", "Queued", "success"],
    ["failed", "Failed", "error"],
    ["cancelled", "Cancelled", "interrupted"],
  ] as const)("[T19] status %s reads %s and is %s", (status, summary, state) => {
    const result = JSON.stringify({ status, response: "Fine." });
    expect(cardOf(done("agents_message", input, result))).toEqual(
      aCard({
        icon: "exchange",
        title: "Messaged",
        object: "reviewer",
        summary,
        state,
        blocks: [said, { ...said, text: "Fine." }],
      }),
    );
  });

  test("[T19] the answer that the exchange holds, where the result has none", () => {
    const card = cardIn(
      "m1",
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "mcp__polylog__agents_message" },
      {
        type: "agent_message",
        exchangeId: "e1",
        callId: "m1",
        fromAgentId: "a",
        toAgentId: "b",
        content: "Hi",
        mode: "sync",
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "Hello" },
      { type: "tool_result", callId: "m1", toolName: "mcp__polylog__agents_message", ok: true },
    );
    expect(card).toEqual(
      aCard({
        icon: "exchange",
        title: "Messaged",
        object: "b",
        summary: "Answered",
        state: "agent-callback",
        durationMs: 3,
        blocks: [
          { ...said, text: "Hi" },
          { ...said, text: "Hello" },
        ],
      }),
    );
  });

  test("[T19] what became of the exchange goes before what the call says, with its reason", () => {
    const error = { code: "agent_unavailable", message: "The reviewer is not there." };
    const started = JSON.stringify({ status: "started" });
    const card = cardIn(
      "m1",
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        ...{ type: "agent_message", exchangeId: "e1", callId: "m1", fromAgentId: "a", toAgentId: "reviewer" },
        ...{ content: "x", mode: "sync" },
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "", status: "failed", error },
      { type: "tool_result", callId: "m1", toolName: "agents_message", ok: true, result: started },
    );
    expect([card.state, card.summary]).toEqual(["error", "The reviewer is not there."]);
  });

  test("[T19] one that nobody waits for says so", () => {
    const card = cardIn(
      "m1",
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        type: "agent_message",
        exchangeId: "e1",
        callId: "m1",
        fromAgentId: "a",
        toAgentId: "reviewer",
        content: "x",
        mode: "async",
        state: "queued",
      },
      { type: "tool_result", callId: "m1", toolName: "agents_message", ok: true, result: "" },
    );
    expect([card.state, card.summary, card.blocks]).toEqual(["success", "Queued", [said]]);
  });

  test("[T19] one that nobody waited for counts as answered once its answer came, live and after a reload", () => {
    const conversation = conversationOf(
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        type: "agent_message",
        exchangeId: "e1",
        callId: "m1",
        fromAgentId: "a",
        toAgentId: "reviewer",
        content: "x",
        mode: "async",
      },
      {
        type: "tool_result",
        callId: "m1",
        toolName: "agents_message",
        ok: true,
        result: '{"status":"started"}',
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "Looks good." },
    );
    const exchange = entryAt(conversation, { lane: MAIN, pos: 1 });
    const stored = fromSnapshot(toSnapshot(conversation)) as Conversation;
    for (const each of [conversation, stored]) {
      const card = toolCard(callIn(each, "m1"), each);
      expect([card.state, card.summary, card.blocks]).toEqual(["agent-callback", "Answered", [said]]);
      const other = cardOfExchange(exchange as ExchangeEntry, each);
      expect([other.state, other.summary]).toEqual(["agent-callback", "Answered"]);
    }
  });

  test("[T19] one that failed says why", () => {
    expect(cardOf(failed("agents_message", input, "No such agent."))).toEqual(
      aCard({
        icon: "exchange",
        title: "Tried to message",
        object: "reviewer",
        summary: "No such agent.",
        state: "error",
        blocks: [said, { kind: "error", code: "tool_error", message: "No such agent.", collapsed: false }],
      }),
    );
  });

  test("[T19] what the other agent did for it, and the way to its session; alike where no call stands for it", () => {
    const bodies = (callId?: string): Body[] => [
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        ...{ type: "agent_message", exchangeId: "e1", fromAgentId: "a", toAgentId: "reviewer", callId },
        ...{ content: input.content, mode: "sync", targetSessionId: "s2", targetRunId: "run-2" },
      },
      { type: "subagent_spawned", childRunId: "run-2", childAgentId: "reviewer" },
      {
        ...{ type: "tool_call_start", callId: "c1", toolName: "Read", input: { file_path: "/p/add.ts" } },
        ...{ runId: "run-2", agentId: "reviewer" },
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "Fine." },
      { type: "tool_result", callId: "m1", toolName: "agents_message", ok: true },
    ];
    const blocks = [
      said,
      expect.objectContaining({ kind: "subagent", childRunId: "run-2", toolCount: 1 }),
      { ...said, text: "Fine." },
      { kind: "session", sessionId: "s2", agentId: "reviewer", collapsed: false },
    ];
    expect(cardIn("m1", ...bodies("m1")).blocks).toEqual(blocks);
    // Who takes the message may write it down before the call is told.
    const [start, call, message, ...rest] = bodies("m1") as [Body, Body, Body, ...Body[]];
    expect(cardIn("m1", start, message, call, ...rest).blocks).toEqual(blocks);
    const alone = conversationOf(...bodies());
    const exchange = [...alone.main.entries].find(({ kind }) => kind === "exchange") as ExchangeEntry;
    expect(cardOfExchange(exchange, alone)).toEqual(
      aCard({
        ...{ icon: "exchange", title: "Messaged", object: "reviewer", summary: "Answered" },
        ...{ state: "agent-callback", durationMs: null, blocks },
      }),
    );
  });

  test("[T19] who is there", () => {
    const result = '[{"agentId":"a"},{"agentId":"b"}]';
    expect(cardOf(done("agents_list", {}, result))).toEqual(
      aCard({
        icon: "exchange",
        title: "Listed agents",
        summary: "2 agents",
        blocks: [{ kind: "json", text: JSON.stringify(JSON.parse(result), null, 2), collapsed: true }],
      }),
    );
  });
});
