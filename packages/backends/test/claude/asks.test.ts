import { permissionOptions } from "@polylog/core";
import { expect, test } from "vitest";
import { answerTo, readAsk } from "../../src/claude/translate/asks.ts";
import { newRun, newState } from "../../src/claude/translate/state.ts";
import { translate } from "../../src/claude/translate/translate.ts";
import { lineOf } from "./lines.ts";

const run = newRun("run");
const state = { ...newState({ agentId: "agent", mode: "ask", resumed: false }), run };
const runRef = { runId: "run", agentId: "agent" };

const rule = {
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "touch a" }],
  behavior: "allow",
  destination: "localSettings",
};
const folder = { type: "addDirectories", directories: ["/"], destination: "session" };
const edits = { type: "setMode", mode: "acceptEdits", destination: "session" };
function asked(request: object) {
  const told = readAsk(state, "r1", { subtype: "can_use_tool", tool_use_id: "c1", ...request });
  if (told === null) throw new Error("The request became no ask.");
  return told;
}

test("[CL4] a lasting answer does not grant the program's suggested rules, modes and folders", () => {
  const input = { command: "touch a" };
  const { ask, event } = asked({
    tool_name: "Bash",
    description: "Touch",
    input,
    permission_suggestions: [rule, folder, edits],
  });
  expect(event).toEqual({
    type: "permission_request",
    requestId: "r1",
    callId: "c1",
    toolName: "Bash",
    description: "Touch",
    input,
    options: permissionOptions,
    ...runRef,
  });
  const answers = permissionOptions.map((option) =>
    answerTo(ask, { kind: "permission", askId: "r1", option, note: "No" }),
  );
  const allowed = { behavior: "allow", updatedInput: input };
  const denied = { behavior: "deny", message: "No" };
  expect(answers).toEqual([allowed, allowed, allowed, allowed, denied, denied]);
});

test("[CL5] questions stay questions, and answers are keyed by the question's text", () => {
  const input = {
    questions: [
      {
        question: "Which?",
        header: "Pick",
        multiSelect: true,
        options: [{ label: "A", description: "first" }, { label: "B" }],
      },
    ],
  };
  const { ask, event } = asked({ tool_name: "AskUserQuestion", input });
  expect(event).toEqual({
    type: "ask_user",
    questionId: "r1",
    callId: "c1",
    questions: [
      {
        question: "Which?",
        header: "Pick",
        multiSelect: true,
        options: [{ label: "A", description: "first" }, { label: "B" }],
      },
    ],
    ...runRef,
  });
  expect([
    answerTo(ask, { kind: "question", askId: "r1", answers: [{ question: "Which?", answer: ["A", "B"] }] }),
    answerTo(ask, { kind: "question", askId: "r1", answers: null }),
  ]).toEqual([
    { behavior: "allow", updatedInput: { ...input, answers: { "Which?": "A, B" } } },
    { behavior: "deny", message: "The user gave no answer." },
  ]);
});

test("[CL5] a plan is shown as a plan, and only an approval ends plan mode", () => {
  const input = { plan: "1. Do it" };
  const { ask, event } = asked({ tool_name: "ExitPlanMode", input });
  expect(event).toEqual({
    type: "plan_update",
    planId: "r1",
    callId: "c1",
    entries: [],
    text: "1. Do it",
    awaitsApproval: true,
    ...runRef,
  });
  const out = { updatedPermissions: [{ type: "setMode", mode: "default", destination: "session" }] };
  const decide = (decision: "approve" | "reject" | "edit" | null, plan: string | null, note?: string) =>
    answerTo(ask, { kind: "plan", askId: "r1", decision, plan, note });
  expect([
    decide("approve", null),
    decide("edit", "2. Do less"),
    decide("reject", null, "Shorter"),
    decide(null, null),
  ]).toEqual([
    { behavior: "allow", updatedInput: input, ...out },
    { behavior: "allow", updatedInput: { plan: "2. Do less" }, ...out },
    { behavior: "deny", message: "The user wants a different plan: Shorter" },
    { behavior: "deny", message: "The user rejected this plan." },
  ]);
});

test("[CL3] an unsupported request is rejected, so that the program does not wait for it", () => {
  const request = (inner: object) =>
    translate(state, lineOf({ type: "control_request", request_id: "r9", request: inner })).refused
      ?.requestId;
  const idle = { ...state, run: null };
  const late = {
    type: "control_request",
    request_id: "r8",
    request: { subtype: "can_use_tool", tool_name: "Bash", input: {} },
  };
  expect([request({ subtype: "hook_callback" }), translate(idle, lineOf(late)).refused?.requestId]).toEqual([
    "r9",
    "r8",
  ]);
});

test("[OT2] Polylog's own tools need no permission; a tool of another server with the same name does", () => {
  const lent = { ...state, polylogTools: new Set(["mcp__polylog__greet"]) };
  const told = (tool_name: string) => {
    const request = { subtype: "can_use_tool", tool_name, input: { a: 1 }, tool_use_id: "c1" };
    const { allowed, events } = translate(
      lent,
      lineOf({ type: "control_request", request_id: "r1", request }),
    );
    return { allowed, events: events.map(({ type }) => type) };
  };
  expect([told("mcp__polylog__greet"), told("mcp__polylog__stranger")]).toEqual([
    { allowed: { requestId: "r1", input: { a: 1 } }, events: [] },
    { allowed: undefined, events: ["permission_request", "agent_status"] },
  ]);
});
