import type { AskAnswer, EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { allow, startSession } from "./scenario/session.ts";

const done = { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: "stop" };
const said = (text: string) => ({ type: "text_done", responseId: "response2", block: 0, text });

test("[BA5] a question waits for its answer, which the model receives", async () => {
  const session = await startSession();
  const events = await session.play("[[ask Which one? | a | b]] [[say ok]]", (ask) =>
    ask.type === "ask_user"
      ? { kind: "question", askId: ask.questionId, answers: [{ question: "Which one?", answer: "b" }] }
      : allow(ask),
  );
  const options = ["a", "b"].map((label) => ({ label, description: label }));
  const questions = [{ question: "Which one?", header: "Question", options, multiSelect: false }];
  const call = { callId: "call1", toolName: "AskUser" };
  expect(deeds(events)).toEqual([
    { type: "tool_call_start", ...call, responseId: "response1" },
    { type: "tool_call_start", ...call, input: { questions }, responseId: "response1" },
    { type: "ask_user", questionId: "ask1", callId: "call1", questions },
    { type: "tool_result", ...call, ok: true, result: "Which one?\n→ b", durationMs: 0 },
    said("ok"),
    done,
  ]);
  const status = events.flatMap((event) => (event.type === "agent_status" ? [event.status] : []));
  expect(status).toContain("waiting_input");
});

test("[BA5] an unanswered question does not stop the run", async () => {
  const session = await startSession();
  const events = await session.play("[[ask Which one?]] [[say ok]]");
  const result = "The user did not answer. Continue with the best assumption, and state it in your report.";
  expect(deeds(events).slice(-3)).toEqual([
    {
      ...{ type: "tool_result", callId: "call1", toolName: "AskUser", ok: false, result, durationMs: 0 },
      error: { code: "not_answered", message: result },
    },
    said("ok"),
    done,
  ]);
});

const script = '[[tool ExitPlanMode {"plan":"1. Write it"}]] [[shell echo 1]] [[say ok]]';
const proposed = (decision: "approve" | "reject" | "edit" | null, plan: string | null, note?: string) => {
  // The server sets the mode for the rest of the run.
  const mode = decision === "approve" || decision === "edit" ? ("accept_edits" as const) : undefined;
  return (ask: Parameters<typeof allow>[0]): AskAnswer =>
    ask.type === "plan_update" ? { kind: "plan", askId: ask.planId, decision, plan, note, mode } : allow(ask);
};

async function decide(decision: "approve" | "reject" | "edit" | null, plan: string | null, note?: string) {
  const session = await startSession({ settings: { permissionMode: "accept_edits" } });
  await session.connection.setMode("plan");
  const events = await session.play(script, proposed(decision, plan, note));
  const shown = events.filter(({ type }) => type === "plan_update" || type === "mode_change");
  return { shown: deeds(shown), results: resultsOf(events) };
}

const update = {
  ...{
    type: "plan_update",
    planId: "ask1",
    callId: "call1",
    entries: [],
    text: "1. Write it",
    awaitsApproval: true,
  },
};

test("[BA6] an approved plan ends plan mode, and the run continues in the server's mode", async () => {
  expect(await decide("approve", null)).toEqual({
    shown: [update],
    results: ["The user approved the plan.\n\nPlan mode is off. Carry out the plan.", "1\n"],
  });
});

test("[BA6] an edited plan is approved in its edited form", async () => {
  expect(await decide("edit", "1. Read it")).toEqual({
    shown: [update],
    results: [
      "The user approved the plan with changes. The plan is now:\n\n1. Read it\n\nPlan mode is off. Carry out the plan.",
      "1\n",
    ],
  });
});

test("[BA6] a rejected or undecided plan leaves plan mode on", async () => {
  const planFirst =
    "Plan mode is on: you cannot change or run anything yet. Explore with the read-only tools, then present a plan with ExitPlanMode.";
  expect(await decide("reject", null)).toEqual({
    shown: [update],
    results: ["The user rejected the plan. Ask what they want, or present a revised plan.", planFirst],
  });
  expect(await decide("reject", null, "Shorter")).toEqual({
    shown: [update],
    results: [
      "The user rejected the plan. They said: “Shorter” Ask what they want, or present a revised plan.",
      planFirst,
    ],
  });
  expect(await decide(null, null)).toEqual({
    shown: [update],
    results: [
      "The user did not decide on the plan, and plan mode is still on. Stop here and report this.",
      planFirst,
    ],
  });
});

function resultsOf(events: readonly EventBody[]): unknown[] {
  return events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
}
