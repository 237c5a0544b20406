import { expect, test } from "vitest";
import { askPermission } from "../../../src/acp/services/asks.ts";
import { endRun } from "../../../src/acp/translate/run-end.ts";
import { withHandshake } from "../../../src/acp/translate/state.ts";
import { busy, chunk, runRef, told, type Update } from "./updates.ts";

/** Repeated text: an interrupted answer, and a plan that is written and then presented. */

const retry: Update = {
  sessionUpdate: "session_info_update",
  _meta: {
    codex: { error: { message: "Reconnecting... 1/2", additionalDetails: "It broke off.", willRetry: true } },
  },
};
const retried = { type: "api_retry", attempt: 1, maxAttempts: 2, message: "It broke off.", ...runRef };
const delta = (offset: number, text: string) => ({
  ...{ type: "text_delta", responseId: "m1", block: 0, offset, delta: text },
  ...runRef,
});
const turn = { name: "Codex", command: "codex-acp", agent: {}, text: "Hi", used: [] };
const end = { type: "run_ended", outcome: "completed", stopReason: "end_turn", ...runRef };
const reply = { ok: true, result: { stopReason: "end_turn" } } as const;

test("[AC9] an interrupted answer continues where it was, however often it is retried", () => {
  const { state, events } = told(
    busy,
    chunk("One two", "m1"),
    retry,
    chunk("One", "m2"),
    retry,
    chunk("One", "m3"),
    chunk(" two three", "m3"),
  );
  expect([...events, ...endRun(state, reply, turn).events]).toEqual([
    delta(0, "One two"),
    retried,
    retried,
    delta(7, " three"),
    { type: "text_done", responseId: "m1", block: 0, text: "One two three", ...runRef },
    end,
  ]);
});

test("[AC9] an answer that differs on retry replaces the first one", () => {
  const { state, events } = told(
    busy,
    chunk("One two", "m1"),
    retry,
    chunk("Two", "m2"),
    chunk(" one", "m2"),
  );
  expect([...events, ...endRun(state, reply, turn).events]).toEqual([
    delta(0, "One two"),
    retried,
    { type: "text_done", responseId: "m1", block: 0, text: "Two one", ...runRef },
    end,
  ]);
});

test("[AC9] an answer that is never completed is kept as far as it streamed", () => {
  const { state, events } = told(busy, chunk("One two", "m1"), retry, chunk("One", "m2"));
  const broken = { ok: false, code: -32603, message: "It broke off.", data: {} } as const;
  expect([...events, ...endRun(state, broken, turn).events]).toEqual([
    delta(0, "One two"),
    retried,
    {
      ...{ type: "run_ended", outcome: "failed", error: { code: "agent_error", message: "It broke off." } },
      ...runRef,
    },
  ]);
});

const codex = withHandshake(busy, { agentInfo: { name: "@agentclientprotocol/codex-acp" } });
const said = [chunk("# The plan\n", "1-plan"), chunk("- Fix it\n", "1-plan")];
const usage: Update = { sessionUpdate: "available_commands_update", availableCommands: [] };

test("[AC5] a plan that is written before it is presented is reported once, as a plan", () => {
  const { state, events } = told(codex, ...said, usage);
  const plan = "# The plan\n- Fix it\n";
  const asked = askPermission(
    state,
    {
      toolCall: { toolCallId: "p", kind: "switch_mode", rawInput: { plan } },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    },
    "ask",
  );
  const presented = asked?.events.filter(({ type }) => type === "plan_update" || type.startsWith("text"));
  expect([
    events.filter((event) => event !== "not understood" && event.type.startsWith("text")),
    presented,
  ]).toEqual([
    [],
    [
      {
        ...{ type: "plan_update", planId: "ask", entries: [], text: plan, awaitsApproval: true },
        ...{ callId: "p", ...runRef },
      },
    ],
  ]);
});

test("[AC5] a plan that is not presented is the agent's text", () => {
  const { state } = told(codex, ...said);
  expect(endRun(state, reply, turn).events).toEqual([
    {
      ...{ type: "text_delta", responseId: "1-plan", block: 0, offset: 0 },
      ...{ delta: "# The plan\n- Fix it\n", ...runRef },
    },
    { type: "text_done", responseId: "1-plan", block: 0, text: "# The plan\n- Fix it\n", ...runRef },
    end,
  ]);
});
