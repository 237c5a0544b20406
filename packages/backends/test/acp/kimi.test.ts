import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { answerTo, askPermission } from "../../src/acp/services/asks.ts";
import { withHandshake } from "../../src/acp/translate/state.ts";
import { logIn } from "../../src/acp/translate/turn-end.ts";
import { readFixture } from "../record/fixture.ts";
import { replayAcp } from "./replay.ts";
import { busy, call, more, shown, told } from "./translate/updates.ts";

/** Kimi Code's deviations from other agents. */

const kimi = withHandshake(busy, { agentInfo: { name: "Kimi Code CLI", version: "2.1.0" } });
const isStep = ({ type }: EventBody) => type !== "agent_status";

test("[AC21] the text of an open call is its input: the ask shows the command, and the call has no output yet", () => {
  const steps = replayAcp(readFixture("acp/kimi", "shell fails")).filter(isStep);
  const input = { command: "echo before-the-end; exit 3", description: "Run a command of the script" };
  const bash = { callId: "0:call-1", toolName: "Bash" };
  const result = "before-the-end\nCommand failed with exit code: 3.";
  expect(steps.filter((event) => "callId" in event)).toMatchObject([
    { type: "tool_call_start", ...bash, title: "Bash" },
    { type: "tool_call_start", ...bash, title: "Bash", input },
    { type: "permission_request", ...bash, input },
    { type: "tool_call_start", ...bash, title: "Running: echo before-the-end; exit 3", input },
    { type: "tool_result", ...bash, ok: false, exitCode: 3, result },
  ]);
});

test("[AC21] an input in pieces is reported when it is complete", () => {
  const pending = { toolCallId: "t", title: "Grep", kind: "read", status: "pending" };
  const { events } = told(
    kimi,
    call({ ...pending, content: shown("") }),
    more({ status: "in_progress", content: shown('{"pattern":"a{1}') }),
    more({ status: "in_progress", content: shown('{"pattern":"a{1}"}') }),
  );
  expect(events).toMatchObject([
    { type: "tool_call_start", toolName: "Grep" },
    { type: "tool_call_start", toolName: "Grep", input: { pattern: "a{1}" } },
  ]);
  expect(events.map((event) => event !== "not understood" && "input" in event)).toEqual([false, true]);
});

test("[AC21] a subagent's permission request shows Kimi Code's own text and leaves no call open", () => {
  const steps = replayAcp(readFixture("acp/kimi", "permission inside a subagent")).filter(isStep);
  expect(steps.filter(({ type }) => type === "permission_request")).toMatchObject([
    { toolName: "tool", input: { title: "Bash", request: "Requesting approval to Running: touch made.txt" } },
  ]);
  const calls = steps.flatMap((event) => (event.type === "tool_call_start" ? [event.callId] : []));
  expect([...new Set(calls)]).toEqual(["0:call-1"]);
});

test("[AC21] a plan to approve is shown as a plan; a rejection keeps planning", () => {
  const { state } = told(
    kimi,
    call({ toolCallId: "t", title: "ExitPlanMode", kind: "other", status: "pending", content: shown("{}") }),
  );
  const options = [
    { optionId: "plan_approve", name: "Approve", kind: "allow_once" },
    { optionId: "plan_revise", name: "Revise", kind: "reject_once" },
    { optionId: "plan_reject_and_exit", name: "Reject and Exit", kind: "reject_once" },
  ];
  const content = [
    ...shown("Plan saved to: /home/me/.kimi-code/plans/one.md\n\n1. Fix it\n2. Test it"),
    ...shown("Requesting approval to Reviewing the plan"),
  ];
  const toolCall = { toolCallId: "t", title: "ExitPlanMode", content };
  const asked = askPermission(state, { toolCall, options }, "ask");
  if (asked === null) throw new Error("The request became no ask.");
  expect(asked.events.filter(isStep)).toMatchObject([
    { type: "plan_update", planId: "ask", text: "1. Fix it\n2. Test it", awaitsApproval: true, callId: "t" },
  ]);
  const answer = { kind: "plan", askId: "ask", decision: "reject", plan: null } as const;
  expect(answerTo(asked.state, asked.ask, answer).result).toEqual({
    outcome: { outcome: "selected", optionId: "plan_revise" },
  });
});

test("[AC11] the login command is the one that works outside of the protocol", () => {
  const method = {
    ...{ id: "login", type: "terminal", name: "Login with Kimi account", args: ["--login"] },
    _meta: { "terminal-auth": { command: "/opt/kimi", args: ["login"] } },
  };
  expect(logIn("401", { agent: "Kimi Code", command: "kimi", authMethods: [method] })).toBe(
    'Kimi Code requires you to log in: Login with Kimi account (run "/opt/kimi login" in a terminal). It reported: 401',
  );
});
