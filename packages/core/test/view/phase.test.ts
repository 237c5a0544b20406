import { describe, expect, test } from "vitest";
import { runActivity } from "../../src/view/activity.ts";
import { messagePhase, type Phase, type PhaseFacts, runPhase } from "../../src/view/phase.ts";
import { type Body, conversationOf, runId } from "../log.ts";

const started: Body = { type: "run_started" };
const said: Body = { type: "user_message", text: "Read file.ts" };
const text: Body = { type: "text_delta", responseId: "r1", offset: 0, delta: "Here" };
const textDone: Body = { type: "text_done", responseId: "r1", text: "Here" };
const thought: Body = { type: "thinking_delta", responseId: "r1", offset: 0, delta: "Hm" };
const call = (callId: string, toolName = "Bash"): Body => ({ type: "tool_call_start", callId, toolName });
const result = (callId: string): Body => ({
  type: "tool_result",
  callId,
  toolName: "Bash",
  ok: true,
  result: "ok",
});
const ended: Body = { type: "run_ended", outcome: "completed" };

describe("a message", () => {
  test.each<[string, PhaseFacts, Phase]>([
    ["generating and thinking", { isGenerating: true, isThinking: true }, "thinking"],
    ["generating with an activity", { isGenerating: true, activitySummary: "Reading file.ts" }, "working"],
    ["generating with entries", { isGenerating: true, activityEntries: ["Read file.ts"] }, "working"],
    ["generating without activity", { isGenerating: true }, "streaming"],
    ["not generating", { isGenerating: false }, "done"],
    ["no facts", {}, "done"],
    [
      "not generating, with any other facts",
      { isThinking: true, activitySummary: "Reading", isToolRunning: true },
      "done",
    ],
    ["a running tool", { isGenerating: true, isThinking: true, isToolRunning: true }, "working"],
    [
      "an activity while thinking",
      { isGenerating: true, isThinking: true, activitySummary: "Reading" },
      "working",
    ],
    ["an empty activity", { isGenerating: true, activitySummary: " ", activityEntries: [] }, "streaming"],
  ])("[V8] %s", (_, facts, phase) => {
    expect(messagePhase(facts)).toBe(phase);
  });

  test.each(["Thinking...", "Model loading...", "Running", "Running "])(
    "[V8] %j is not an activity",
    (activity) => {
      expect(messagePhase({ isGenerating: true, activitySummary: activity })).toBe("streaming");
      expect(messagePhase({ isGenerating: true, activityEntries: [activity] })).toBe("streaming");
      expect(messagePhase({ isGenerating: true, isThinking: true, activitySummary: activity })).toBe(
        "thinking",
      );
    },
  );
});

describe("a run", () => {
  /** The phase after each of the events. */
  function phases(...bodies: Body[]): Phase[] {
    return bodies.map((_, index) => runPhase(conversationOf(...bodies.slice(0, index + 1)), runId));
  }

  test("[V9] the flow of a single turn (seed 003, steps 1 to 6)", () => {
    expect(
      phases(
        started,
        said,
        thought,
        { type: "agent_status", status: "calling_tool", detail: "Reading file.ts" },
        text,
        textDone,
        ended,
      ),
    ).toEqual(["streaming", "streaming", "thinking", "working", "streaming", "streaming", "done"]);
  });

  test("[V9] a running tool is work, whatever streams meanwhile", () => {
    expect(phases(started, thought, call("c1"), call("c2"), result("c1"), text, result("c2"))).toEqual([
      "streaming",
      "thinking",
      "working",
      "working",
      "working",
      "working",
      "streaming",
    ]);
  });

  test("[V9] an open ask is work", () => {
    expect(
      phases(
        started,
        { type: "ask_user", questionId: "q1", questions: [] },
        { type: "ask_user_response", questionId: "q1" },
      ),
    ).toEqual(["streaming", "working", "streaming"]);
  });

  test.each([
    ["model_loading", "streaming"],
    ["thinking", "thinking"],
    ["calling_tool", "working"],
    ["working", "streaming"],
    ["idle", "streaming"],
    ["waiting_permission", "working"],
    ["waiting_input", "working"],
  ] as const)("[V9] a run with only the status %s is %s", (status, phase) => {
    expect(phases(started, { type: "agent_status", status })).toEqual(["streaming", phase]);
  });

  test("[V9] loading a model is not work, even if its name is reported", () => {
    const loading: Body = { type: "agent_status", status: "model_loading", detail: "some-model" };
    expect(phases(started, loading)).toEqual(["streaming", "streaming"]);
  });

  test("[V9] a status with a text is work", () => {
    expect(phases(started, { type: "agent_status", status: "working", detail: "Compiling" })).toEqual([
      "streaming",
      "working",
    ]);
  });

  test("[V9] an unknown run is done", () => {
    expect(runPhase(conversationOf(started), "run-2")).toBe("done");
  });

  test("[V9] another run's tool is not this run's work", () => {
    const conversation = conversationOf(started, { ...call("c1"), runId: "run-2" } as Body);
    expect([runPhase(conversation, runId), runPhase(conversation, "run-2")]).toEqual([
      "streaming",
      "working",
    ]);
  });
});

describe("the status bubble", () => {
  test("[V10] the complete message flow (seed 002)", () => {
    const bodies: Body[] = [
      started,
      { type: "session_meta", currentModelId: "claude-sonnet-4-5-20250929" },
      { type: "agent_status", status: "thinking" },
      { type: "text_delta", responseId: "r1", offset: 0, delta: "I'll check" },
      { type: "text_done", responseId: "r1", text: "I'll check the last 2 commits in your repository." },
      call("toolu_1"),
      result("toolu_1"),
      ended,
    ];
    const flow = bodies.map((body, index) => {
      const { state, tool } = runActivity(conversationOf(...bodies.slice(0, index + 1)), runId);
      return `${body.type} → ${state}${tool === null ? "" : ` ${tool}`}`;
    });
    expect(flow).toEqual([
      "run_started → executing",
      "session_meta → executing",
      "agent_status → thinking",
      "text_delta → thinking",
      "text_done → thinking",
      "tool_call_start → executing Bash",
      "tool_result → thinking",
      "run_ended → idle",
    ]);
  });

  test("[V10] of several tools the newest running one is shown", () => {
    const both = [started, call("c1", "Read"), call("c2", "Grep")];
    const tools = [both, [...both, result("c2")], [...both, result("c1")]].map(
      (bodies) => runActivity(conversationOf(...bodies), runId).tool,
    );
    expect(tools).toEqual(["Grep", "Read", "Grep"]);
  });

  test("[V10] an ask has no tool, and a model that loads is not thinking yet", () => {
    expect(
      runActivity(conversationOf(started, { type: "ask_user", questionId: "q", questions: [] }), runId),
    ).toEqual({
      state: "executing",
      tool: null,
      toolKind: null,
      text: null,
    });
    expect(
      runActivity(conversationOf(started, { type: "agent_status", status: "model_loading" }), runId),
    ).toEqual({
      state: "executing",
      tool: null,
      toolKind: null,
      text: null,
    });
    expect(runActivity(conversationOf(), runId)).toEqual({
      ...{ state: "idle", tool: null, toolKind: null, text: null },
    });
  });

  test.each([
    ["Read", { file_path: "src/a.ts" }, "Reading src/a.ts"],
    ["Bash", { command: "npm test" }, "Running npm test"],
    ["shell", { command: ["bash", "-lc", "npm test"] }, "Running npm test"],
    ["mcp__polylog__agents_message", { agentId: "codex", content: "Hi" }, "Messaging codex"],
  ])("[V28] a running %s is described by its action", (toolName, input, text) => {
    const start: Body = { type: "tool_call_start", callId: "c", toolName, input };
    expect(runActivity(conversationOf(started, start), runId).text).toBe(text);
  });
});
