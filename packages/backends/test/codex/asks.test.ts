import type { AskAnswer, PermissionOption } from "@polylog/core";
import { permissionOptions } from "@polylog/core";
import { expect, test } from "vitest";
import type { PendingAsk } from "../../src/codex/translate/asks.ts";
import { answerTo, stopsRun } from "../../src/codex/translate/asks.ts";
import { busy, play, runRef, started, threadId } from "./lines.ts";

const about = { threadId, turnId: "turn" };
const asks = (method: string, params: object) => ({ method, id: 4, params: { ...about, ...params } });

/** The ask for a request, and the answer with the option of the given ID. */
function asked(...lines: readonly unknown[]) {
  const { events, last } = play(busy, ...lines);
  const ask = last.ask as PendingAsk;
  const event = events.at(-1);
  const options = event?.type === "permission_request" ? event.options : [];
  const answered = (optionId: string) => {
    const option = options.find((choice) => choice.optionId === optionId) as PermissionOption;
    return answerTo(ask, { kind: "permission", askId: ask.askId, option, note: null });
  };
  return { event, ask, options, answered };
}

const offered = [
  ...permissionOptions,
  { optionId: "reject_stop", kind: "reject_once", name: "Reject and stop" },
];
const amendment = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["touch", "a"] } };

test("[CX5] a command is shown exactly, and the program's suggested rules are not granted", () => {
  const item = { type: "commandExecution", id: "c", command: "/bin/bash -lc 'touch a'" };
  const { event, answered, options } = asked(
    started(item),
    asks("item/commandExecution/requestApproval", {
      itemId: "c",
      command: "/bin/bash -lc 'touch a'",
      cwd: "/p",
      reason: "It writes.",
      availableDecisions: ["accept", amendment, "cancel"],
    }),
  );
  expect(event).toEqual({
    type: "permission_request",
    requestId: "turn/4",
    callId: "c",
    toolName: "shell",
    description: "It writes.",
    input: { command: "touch a", cwd: "/p" },
    options: offered,
    ...runRef,
  });
  expect(options.map(({ optionId }) => answered(optionId))).toEqual([
    { decision: "accept" },
    { decision: "accept" },
    { decision: "accept" },
    { decision: "accept" },
    { decision: "decline" },
    { decision: "decline" },
    { decision: "cancel" },
  ]);
});

test("[CX5] a patch is approved as announced, with every file in it", () => {
  const changes = [{ path: "/p/a.txt", kind: { type: "add" }, diff: "hello" }];
  const { event } = asked(
    started({ type: "fileChange", id: "f", changes }),
    asks("item/fileChange/requestApproval", { itemId: "f", grantRoot: "/p" }),
  );
  expect(event).toEqual({
    type: "permission_request",
    requestId: "turn/4",
    callId: "f",
    toolName: "apply_patch",
    input: { changes, grantRoot: "/p" },
    options: offered,
    ...runRef,
  });
});

test("[CX5] a dismissed ask is a denial, and only a rejection with stop ends the run", () => {
  const { ask, options } = asked(asks("item/fileChange/requestApproval", { itemId: "f" }));
  const none: AskAnswer = { kind: "permission", askId: ask.askId, option: null, note: null };
  const chosen = (optionId: string): AskAnswer => ({
    ...none,
    option: options.find((option) => option.optionId === optionId) as PermissionOption,
  });
  expect([
    answerTo(ask, none),
    stopsRun(none),
    stopsRun(chosen("reject_once")),
    stopsRun(chosen("reject_stop")),
  ]).toEqual([{ decision: "decline" }, false, false, true]);
});

test("[CX5] network access is requested by host, and allowed for this call only", () => {
  const rule = (action: string) => ({
    applyNetworkPolicyAmendment: { network_policy_amendment: { host: "example.com", action } },
  });
  const { event, answered } = asked(
    asks("item/commandExecution/requestApproval", {
      itemId: "c",
      command: "curl example.com",
      networkApprovalContext: { host: "example.com", protocol: "https" },
      availableDecisions: [rule("allow"), rule("deny")],
    }),
  );
  expect([
    event?.type === "permission_request" ? event.input : null,
    answered("allow_always"),
    answered("reject_always"),
  ]).toEqual([
    { command: "curl example.com", host: "example.com" },
    { decision: "accept" },
    { decision: "decline" },
  ]);
});

test("[CX5] additional permissions are granted as requested and for one turn, or not at all", () => {
  const permissions = { network: { enabled: true }, fileSystem: null };
  const { answered } = asked(
    asks("item/permissions/requestApproval", { itemId: "p", permissions, reason: null }),
  );
  expect([answered("allow_once"), answered("allow_session"), answered("reject_once")]).toEqual([
    { permissions, scope: "turn" },
    { permissions, scope: "turn" },
    { permissions: {}, scope: "turn" },
  ]);
});

test("[CX5] questions are answered by their IDs", () => {
  const questions = [
    { id: "q1", header: "Colour", question: "Which?", options: [{ label: "Red", description: "Warm" }] },
    { id: "q2", question: "Why?", options: null },
  ];
  const { event, ask } = asked(asks("item/tool/requestUserInput", { itemId: "c", questions }));
  const answers = [
    { question: "Which?", answer: ["Red", "Blue"] },
    { question: "Why?", answer: "Because" },
  ];
  expect([
    event,
    answerTo(ask, { kind: "question", askId: ask.askId, answers }),
    answerTo(ask, { kind: "question", askId: ask.askId, answers: null }),
  ]).toEqual([
    {
      type: "ask_user",
      questionId: "turn/4",
      questions: [
        { question: "Which?", header: "Colour", options: [{ label: "Red", description: "Warm" }] },
        { question: "Why?", options: [] },
      ],
      ...runRef,
    },
    { answers: { q1: { answers: ["Red", "Blue"] }, q2: { answers: ["Because"] } } },
    { answers: { q1: { answers: [] }, q2: { answers: [] } } },
  ]);
});

test("[CX5] an MCP server's request without a form is a permission, and one with a form is questions", () => {
  const call = { type: "mcpToolCall", id: "m", server: "box", tool: "echo", arguments: { text: "hi" } };
  const leave = asked(
    started(call),
    asks("mcpServer/elicitation/request", {
      serverName: "box",
      mode: "form",
      message: "Allow echo?",
      requestedSchema: { type: "object", properties: {} },
      _meta: {
        codex_approval_kind: "mcp_tool_call",
        persist: ["session", "always"],
        tool_params: { text: "hi" },
      },
    }),
  );
  expect(leave.event).toMatchObject({
    type: "permission_request",
    toolName: "mcp__box__echo",
    callId: "m",
    description: "Allow echo?",
    input: { text: "hi" },
  });
  expect(leave.options.map(({ optionId }) => leave.answered(optionId))).toEqual([
    { action: "accept", content: {}, _meta: null },
    { action: "accept", content: {}, _meta: null },
    { action: "accept", content: {}, _meta: null },
    { action: "accept", content: {}, _meta: null },
    { action: "decline", content: null, _meta: null },
    { action: "decline", content: null, _meta: null },
    { action: "cancel", content: null, _meta: null },
  ]);
  const properties = {
    size: { type: "integer", description: "How many?" },
    sure: { type: "boolean" },
    colour: { type: "string", enum: ["red", "blue"] },
  };
  const form = asked(
    asks("mcpServer/elicitation/request", {
      serverName: "box",
      message: "Tell me",
      requestedSchema: { properties },
    }),
  );
  const header = "Tell me";
  expect(form.event).toEqual({
    type: "ask_user",
    questionId: "turn/4",
    questions: [
      { question: "How many?", header, options: [] },
      { question: "sure", header, options: [] },
      { question: "colour", header, options: [{ label: "red" }, { label: "blue" }] },
    ],
    ...runRef,
  });
  const answers = ["3", "yes", "blue"].map((answer, index) => ({
    question: ["How many?", "sure", "colour"][index] as string,
    answer,
  }));
  expect(answerTo(form.ask, { kind: "question", askId: form.ask.askId, answers })).toEqual({
    action: "accept",
    content: { size: 3, sure: true, colour: "blue" },
    _meta: null,
  });
});

test("[CX5] an unsupported request is rejected, and a withdrawn one is dropped", () => {
  const { last } = play(busy, asks("account/chatgptAuthTokens/refresh", {}));
  const stranger = play(busy, asks("item/fileChange/requestApproval", { threadId: "nobody" })).last;
  const resolved = play(busy, { method: "serverRequest/resolved", params: { threadId, requestId: 4 } }).last;
  expect([last.refused, last.events, stranger.refused, resolved.withdrawn]).toEqual([
    { rpcId: 4, method: "account/chatgptAuthTokens/refresh" },
    [],
    { rpcId: 4, method: "item/fileChange/requestApproval" },
    4,
  ]);
});
