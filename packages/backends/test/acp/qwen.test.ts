import type { AskAnswer } from "@polylog/core";
import { expect, test } from "vitest";
import { answerTo, askPermission } from "../../src/acp/services/asks.ts";
import { type AcpState, withHandshake } from "../../src/acp/translate/state.ts";
import { busy, call, chunk, more, runRef, shown, told } from "./translate/updates.ts";

/** Qwen Code 0.24's deviations from other agents, as recorded. */

const qwen: AcpState = withHandshake(busy, { agentInfo: { name: "qwen-code" } });
const command = { kind: "execute", title: "touch made.txt", rawInput: { command: "touch made.txt" } };
const forModel = "Command: touch made.txt\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0";

test("[AC4] a command's output is its own, without Qwen Code's text for its model", () => {
  const result = (fields: object) => {
    const rawOutput = { type: "shell_result", text: "", output: "", exitCode: 0, ...fields };
    const end = more({ status: "completed", content: shown(forModel), rawOutput });
    return told(qwen, call({ ...command, status: "pending" }), end).events.at(-1);
  };
  const ended = { type: "tool_result", callId: "t", toolName: "Bash", exitCode: 0, ...runRef };
  expect([result({}), result({ output: "Made.", text: "Made." })]).toEqual([
    { ...ended, ok: true, result: "" },
    { ...ended, ok: true, result: "Made." },
  ]);
});

test("[AC4] an MCP tool's error is extracted from Qwen Code's text, even if that was truncated", () => {
  const content = [{ type: "text", text: "No all today" }];
  const response = JSON.stringify([{ functionResponse: { name: "fail", response: { content } } }]);
  const said = `MCP tool 'fail' reported tool error for function call: {"name":"fail"} with response: ${response}`;
  const rawOutput = "Error: MCP tool 'fail' reported an error.";
  const error = (text: string) =>
    told(
      qwen,
      call({ kind: "other" }),
      more({ status: "failed", content: shown(text), rawOutput }),
    ).events.at(-1);
  expect([error(said), error(`${said.slice(0, -9)}…]`)]).toMatchObject([
    { ok: false, result: "No all today", error: { code: "tool_error", message: "No all today" } },
    { ok: false, result: rawOutput },
  ]);
});

test("[AC23] each model request is reported with its usage; a subagent's count only in the run's total", () => {
  const used = (inputTokens: number, more: object = {}) => ({
    ...chunk(""),
    _meta: { usage: { inputTokens, outputTokens: 2, totalTokens: inputTokens + 2 }, ...more },
  });
  const { state, events } = told(qwen, used(10), used(5, { parentToolCallId: "t" }), used(20));
  const request = { type: "usage", model: "unknown", outputTokens: 2, ...runRef };
  expect(events).toEqual([
    { ...request, inputTokens: 10, responseId: "run/request-1" },
    { ...request, inputTokens: 20, responseId: "run/request-3" },
  ]);
  expect(state.run?.used).toEqual({ model: "unknown", inputTokens: 35, outputTokens: 6 });
});

test("[AC4] a Qwen Code subagent's work is below its call and reported once", () => {
  const below = { parentToolCallId: "t", subagentType: "general-purpose" };
  const inner = {
    toolCallId: "inner",
    kind: "execute",
    title: "Shell: ls",
    _meta: { toolName: "run_shell_command", ...below },
  };
  const progress = { status: "in_progress", content: shown("Shell: ls"), _meta: { subagentProgress: true } };
  const { events } = told(
    qwen,
    call({
      title: "Agent: Look around.",
      kind: "other",
      status: "in_progress",
      _meta: { toolName: "agent" },
    }),
    more(progress),
    { sessionUpdate: "tool_call", status: "pending", ...inner },
    { ...chunk("It is fine."), _meta: below },
    more({ status: "completed", content: shown("It is fine."), _meta: { toolName: "agent" } }),
  );
  const child = { runId: "run/t", agentId: "agent" };
  expect(events).toMatchObject([
    { type: "tool_call_start", callId: "t", toolName: "agent", ...runRef },
    { type: "subagent_spawned", childRunId: "run/t", callId: "t", ...runRef },
    { type: "tool_call_start", callId: "inner", toolName: "run_shell_command", ...child },
    { type: "text_delta", delta: "It is fine.", ...child },
    { type: "text_done", text: "It is fine.", ...child },
    { type: "subagent_result", childRunId: "run/t", outcome: "completed", ...runRef },
    { type: "tool_result", callId: "t", ok: true, result: "It is fine.", ...runRef },
  ]);
});

const submit = [
  { optionId: "proceed_once", name: "Submit", kind: "allow_once" },
  { optionId: "cancel", name: "Cancel", kind: "reject_once" },
];
const questions = [
  {
    question: "Which one?",
    header: "Color",
    options: [{ label: "Red" }, { label: "Blue", description: "Cold" }],
  },
  { question: "Which days?", options: [{ label: "Monday" }, { label: "Friday" }], multiSelect: true },
];
const toolCall = {
  ...{ toolCallId: "t", title: "Ask user 2 questions", kind: "think", rawInput: { questions } },
  _meta: { toolName: "ask_user_question", qwenInteractionKind: "user_question", qwenQuestions: questions },
};

test("[AC5] Qwen Code's question in a permission request is a question, and its answers are sent with the approval", () => {
  const asked = askPermission(qwen, { toolCall, options: submit }, "ask");
  if (asked === null) throw new Error("The request became no ask.");
  expect(asked.events.find(({ type }) => type === "ask_user")).toEqual({
    ...{ type: "ask_user", questionId: "ask", callId: "t" },
    questions: questions.map((each) => ({ multiSelect: false, ...each })),
    ...runRef,
  });
  const answers = [
    { question: "Which one?", answer: "Blue" },
    { question: "Which days?", answer: ["Monday", "Friday"] },
  ];
  const answer = (given: typeof answers | null) => {
    const said: AskAnswer = { kind: "question", askId: "ask", answers: given };
    return answerTo(asked.state, asked.ask, said).result;
  };
  expect([answer(answers), answer(null)]).toEqual([
    {
      outcome: { outcome: "selected", optionId: "proceed_once" },
      answers: { "0": "Blue", "1": "Monday, Friday" },
    },
    { outcome: { outcome: "selected", optionId: "cancel" } },
  ]);
});

test("[AC5] no other agent can get a call allowed through a question", () => {
  const asked = askPermission(busy, { toolCall, options: submit }, "ask");
  expect(asked?.events.map(({ type }) => type)).toContain("permission_request");
});

test("[AC6] an approved plan switches Qwen Code to a mode that asks, not back to one that may not", () => {
  const plan = { toolCallId: "t", title: "Plan:", kind: "switch_mode", rawInput: { plan: "1. Fix it" } };
  const options = [
    { optionId: "restore_previous", name: "Yes, restore previous mode (auto)", kind: "allow_once" },
    { optionId: "proceed_always", name: "Yes, and auto-accept edits", kind: "allow_always" },
    { optionId: "proceed_once", name: "Yes, and manually approve edits", kind: "allow_once" },
    { optionId: "cancel", name: "No, keep planning (esc)", kind: "reject_once" },
  ];
  const asked = askPermission(qwen, { toolCall: plan, options }, "ask");
  if (asked === null) throw new Error("The request became no ask.");
  const approve: AskAnswer = { kind: "plan", askId: "ask", decision: "approve", plan: null, mode: "ask" };
  expect(answerTo(asked.state, asked.ask, approve).result).toEqual({
    outcome: { outcome: "selected", optionId: "proceed_once" },
  });
});
