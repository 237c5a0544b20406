import { expect, test } from "vitest";
import { askPermission } from "../../../src/acp/services/asks.ts";
import { busy, call, chunk, more, runRef, told, type Update, words } from "./updates.ts";

/** Subagents that are child sessions of the agent's own. */

const session = (fields: object): Update => ({
  ...{ sessionUpdate: "subagent_update", sessionId: "below" },
  ...fields,
});
const running = session({ title: "Look around", state: { state: "running" } });
const idle = (stopReason: string) => session({ state: { state: "idle", stopReason } });
const below = (update: Update): Update => ({ ...update, session: "below" });
const own = { runId: "run/below", agentId: "agent" };
const task = { callId: "below", toolName: "Task" };
const begun = [
  {
    ...{ type: "tool_call_start", ...task, kind: "think", title: "Look around" },
    ...{ input: { prompt: "Look around" }, ...runRef },
  },
  { type: "subagent_spawned", childRunId: "run/below", callId: "below", task: "Look around", ...runRef },
];

test("[AC4] a child session is shown as a call, with its last message as the result", () => {
  const { events } = told(
    busy,
    running,
    running,
    below(chunk("It is fine.", "m")),
    below({ sessionUpdate: "session_info_update", title: "Not ours" }),
    idle("end_turn"),
    session({ capabilities: { cancel: null } }),
    below(chunk("Nobody's.")),
  );
  expect(events).toEqual([
    ...begun,
    { type: "text_delta", responseId: "m", block: 0, offset: 0, delta: "It is fine.", ...own },
    { type: "text_done", responseId: "m", block: 0, text: "It is fine.", ...own },
    { type: "subagent_result", childRunId: "run/below", outcome: "completed", ...runRef },
    { type: "tool_result", ...task, ok: true, result: "It is fine.", ...runRef },
  ]);
});

test.each([
  ["cancelled", "cancelled", "tool_interrupted", "Stopped before it finished."],
  ["refusal", "failed", "tool_error", "The tool failed and gave no reason."],
])(
  "[AC4] a child session that stops with %s did not complete its work",
  (stopReason, outcome, code, message) => {
    expect(told(busy, running, idle(stopReason)).events).toEqual([
      ...begun,
      { type: "subagent_result", childRunId: "run/below", outcome, ...runRef },
      { type: "tool_result", ...task, ok: false, result: "", error: { code, message }, ...runRef },
    ]);
  },
);

test("[AC4] a child session that resumes is another call; sessions below it belong to it", () => {
  const { events } = told(
    busy,
    running,
    idle("end_turn"),
    session({ state: { state: "running" } }),
    below({ ...running, sessionId: "deeper" }),
  );
  expect(events.slice(begun.length + 2)).toEqual([
    { type: "tool_call_start", callId: "below~2", toolName: "Task", kind: "think", ...runRef },
    { type: "subagent_spawned", childRunId: "run/below~2", callId: "below~2", ...runRef },
    {
      ...{ type: "tool_call_start", callId: "deeper", toolName: "Task", kind: "think", title: "Look around" },
      ...{ input: { prompt: "Look around" }, runId: "run/below~2", agentId: "agent" },
    },
    {
      ...{ type: "subagent_spawned", childRunId: "run/below~2/deeper", callId: "deeper" },
      ...{ task: "Look around", runId: "run/below~2", agentId: "agent" },
    },
  ]);
});

test("[AC4] messages and waiting between sessions are not shown as calls", () => {
  const message = (recipientSessionId: string): Update => ({
    ...{ sessionUpdate: "session_message", senderSessionId: "session", recipientSessionId },
    content: [words("Go ahead.")],
  });
  const threads = { rawInput: { senderThreadId: "session", receiverThreadIds: ["below"] } };
  const waits = call({ toolCallId: "w", title: "wait", status: "in_progress", ...threads });
  const { events } = told(
    busy,
    running,
    message("below"),
    waits,
    more({ toolCallId: "w", status: "completed", ...threads }),
    message("elsewhere"),
  );
  expect(events).toEqual([...begun, { type: "notice", level: "info", text: "Go ahead.", agentId: "agent" }]);
});

test("[AC5] an ask of a child session belongs to the subagent", () => {
  const { state } = told(busy, running);
  const toolCall = { toolCallId: "c", title: "touch a", kind: "execute", rawInput: { command: "touch a" } };
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_always" }];
  const asked = askPermission(state, { sessionId: "below", toolCall, options }, "ask");
  expect(asked?.events.filter(({ type }) => type === "permission_request")).toEqual([
    {
      ...{ type: "permission_request", requestId: "ask", callId: "c", toolName: "Bash" },
      ...{ input: { command: "touch a" }, options, description: "touch a", ...own },
    },
  ]);
});
