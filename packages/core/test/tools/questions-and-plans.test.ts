import { describe, expect, test } from "vitest";
import type { Body } from "../log.ts";
import { aCard, cardOf, done, goesOn, pending } from "./call.ts";
import { cardIn } from "./in-session.ts";

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

  test("[T20] Claude: the answers from its result", () => {
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

  test("[T20] a description that repeats its label is omitted", () => {
    const options = [{ label: "Yes", description: "Yes." }, { label: "No" }];
    expect(
      cardOf(pending("AskUserQuestion", { questions: [{ question: "Deploy?", options }] })).blocks,
    ).toEqual([
      {
        kind: "question",
        questions: [
          { question: "Deploy?", options: [{ label: "Yes" }, { label: "No" }], multiSelect: false },
        ],
        collapsed: false,
      },
    ]);
  });

  test("[T20] the answers from the ask", () => {
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

  test("[T20] while it waits, the plan is open; once approved, it collapses", () => {
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
  ] as const)("[T20] the person's decision: %s", (decision, ok, summary, state) => {
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

  test("[T20] a plan as a list of steps", () => {
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

  test("[T20] a mode change without a plan has the agent's title", () => {
    expect(cardOf(done("call_3", null, null, { toolKind: "switch_mode", title: "Ready to code?" }))).toEqual(
      anAskCard({ icon: "plan", title: "Ready to code?" }),
    );
  });
});
