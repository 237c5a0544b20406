import { describe, expect, test } from "vitest";
import { workedMs as worked } from "../../src/conversation/waited.ts";
import { type Conversation, findRun } from "../../src/index.ts";
import { groupLane } from "../../src/view/grouping.ts";
import { responseSummary, responseSummaryText } from "../../src/view/response.ts";
import { collapsedGroups, groupedSteps } from "../../src/view/response-steps.ts";
import { type Body, conversationOf, runId } from "../log.ts";

const begun: readonly Body[] = [
  { type: "user_message", text: "go" },
  { type: "run_started", ts: 1000 },
];
const call = (callId: string, toolName: string, input: unknown, ok = true): Body[] => [
  { type: "tool_call_start", callId, toolName, input },
  { type: "tool_result", callId, toolName, ok, result: "" },
];
const text = (responseId: string, said: string): Body => ({ type: "text_done", responseId, text: said });
const usage: Body = {
  type: "usage",
  ...{ model: "m", inputTokens: 8000, outputTokens: 200, costUsd: 0.12 },
};
const workedMs = (conversation: Conversation, id: string, now: number) => {
  const run = findRun(conversation, id);
  return run && worked(conversation, run, now);
};
const ended = (ts: number): Body => ({ type: "run_ended", outcome: "completed", ts });

const summaryAt = (conversation: Conversation, from: number) =>
  responseSummary(conversation, conversation.main, from);

describe("the summary of a response", () => {
  test("[V25] counts calls, changed files, time, tokens and cost, and reads as one line", () => {
    const conversation = conversationOf(
      ...begun,
      ...call("1", "Read", { file_path: "a.ts" }),
      ...call("2", "Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }),
      ...call("3", "Write", { file_path: "b.ts", content: "b" }),
      ...call("4", "Edit", { file_path: "c.ts", old_string: "a", new_string: "b" }, false),
      text("r", "Done."),
      usage,
      ended(49_000),
    );
    const summary = summaryAt(conversation, 1);
    expect(summary).toEqual({
      ...{ toolCount: 4, failedCount: 1, files: 2, durationMs: 48_000 },
      usage: { tokens: 8200, costUsd: 0.12, costComplete: true },
    });
    expect(summary && responseSummaryText(summary)).toBe(
      "4 tool calls (1 failed) · 2 files · 48 s · 8.2k tokens · $0.12",
    );
  });

  test("[V25] a change report takes precedence over the calls' files", () => {
    const file = { path: "x", status: "added" as const };
    const conversation = conversationOf(
      ...begun,
      ...call("1", "Bash", { command: "make" }),
      text("r", "Done."),
      { type: "change_report", files: [file, { ...file, path: "y" }], truncatedCount: 3 },
      ended(2000),
    );
    expect(summaryAt(conversation, 1)?.files).toBe(5);
  });

  test("[V25] a steered run has one summary per response, with the run's usage in the last", () => {
    const conversation = conversationOf(
      ...begun,
      ...call("1", "Bash", { command: "ls" }),
      { type: "user_message", text: "also", delivery: "steer", ts: 4000 },
      text("r", "Fine."),
      usage,
      ended(9000),
    );
    expect(summaryAt(conversation, 1)).toMatchObject({ toolCount: 1, durationMs: 3000, usage: null });
    expect(summaryAt(conversation, 3)).toMatchObject({
      ...{ toolCount: 0, durationMs: 5000, usage: { tokens: 8200 } },
    });
  });

  test("[V25] is empty without calls and usage; an unknown price is not shown as free", () => {
    const plain = summaryAt(conversationOf(...begun, text("r", "Hi."), ended(2000)), 1);
    expect(plain && responseSummaryText(plain)).toBe("");
    const { costUsd: _, ...unpriced } = usage as Body & { costUsd: number };
    const told = summaryAt(conversationOf(...begun, text("r", "Hi."), unpriced, ended(3000)), 1);
    expect(told && responseSummaryText(told)).toBe("2.0 s · 8.2k tokens");
  });
});

describe("a collapsed response", () => {
  test("[V26] hides its steps and the text between them; the final text, questions and errors stay", () => {
    const conversation = conversationOf(
      ...begun,
      { type: "thinking_done", responseId: "r0", text: "hm" },
      text("r1", "Let me look."),
      ...call("1", "Bash", { command: "ls" }),
      { type: "ask_user", questionId: "q", questions: [{ question: "Which?", options: [] }] },
      { type: "ask_user_response", questionId: "q", answers: [] },
      ...call("2", "Bash", { command: "make" }),
      text("r2", "Done."),
      { type: "run_ended", outcome: "failed", error: { code: "x", message: "No." } },
    );
    const { settled } = groupLane(conversation, conversation.main);
    const groups = settled.slice().filter(({ responseKey }) => responseKey !== null);
    const hidden = collapsedGroups(groups);
    const kinds = groups.map((group) => [group.kind === "entry" ? group.entry.kind : "", hidden.has(group)]);
    expect(kinds).toEqual([
      ["thought", true],
      ["message", true],
      ["tool_call", true],
      ["question", false],
      ["tool_call", true],
      ["message", false],
      ["error", false],
    ]);
  });

  test("[V26] keeps the last text if only steps follow it", () => {
    const conversation = conversationOf(
      ...begun,
      text("r1", "I start it."),
      ...call("1", "Bash", { command: "serve" }),
      ended(2000),
    );
    const groups = groupLane(conversation, conversation.main).settled.slice(1);
    expect(groups.map((group) => collapsedGroups(groups).has(group))).toEqual([false, true]);
  });
});

describe("calls of one kind in a finished response", () => {
  const shell = (callId: string, ok = true) => call(callId, "Bash", { command: `step ${callId}` }, ok);
  const groupsOf = (...bodies: readonly Body[]) => {
    const conversation = conversationOf(...begun, ...bodies, ended(9000));
    return groupedSteps(groupLane(conversation, conversation.main).settled.slice(1)).map((group) =>
      group.kind === "entry" ? group.entry.kind : group.line.text,
    );
  };

  test("[V29] three or more in a row are one line that names their objects", () => {
    expect(groupsOf(...shell("1"), ...shell("2"), text("r", "Hm."), ...shell("3"))).toEqual([
      ...["tool_call", "tool_call", "message", "tool_call"],
    ]);
    expect(groupsOf(...shell("1"), ...shell("2"), ...shell("3"), text("r", "Done."))).toEqual([
      ...["Ran 3 commands: step 1, step 2, step 3", "message"],
    ]);
    const edits = ["a", "b", "a"].flatMap((file, at) =>
      call(`${at}`, "Write", { file_path: `${file}.ts`, content: "x" }),
    );
    expect(groupsOf(...edits)).toEqual(["Edited 2 files: a.ts, b.ts"]);
  });

  test("[V29] a failed call is not grouped, even if only its exit code shows the failure", () => {
    const alone = ["tool_call", "tool_call", "tool_call", "tool_call"];
    expect(groupsOf(...shell("1"), ...shell("2"), ...shell("3", false), ...shell("4"))).toEqual(alone);
    const [start, result] = shell("3");
    const exited = { ...result, exitCode: 1 } as Body;
    expect(groupsOf(...shell("1"), ...shell("2"), start as Body, exited, ...shell("4"))).toEqual(alone);
  });
});

describe("the clock of a run", () => {
  const ask = (requestId: string, ts: number): Body => ({
    ...{ type: "permission_request", requestId, toolName: "Bash", ts },
    options: [{ optionId: "y", name: "Yes", kind: "allow_once" }],
  });
  const yes = (requestId: string, ts: number): Body => ({
    ...{ type: "permission_response", requestId, optionId: "y", ts },
  });

  test("[V27] stops while the run waits for a person, and overlapping asks count once", () => {
    const asked = [...begun, ask("a", 3000), ask("b", 4000)];
    expect(workedMs(conversationOf(...asked), runId, 60_000)).toBe(2000);
    const answered = [...asked, yes("a", 8000), yes("b", 10_000)];
    expect(workedMs(conversationOf(...answered), runId, 12_000)).toBe(4000);
    const over = conversationOf(...answered, text("r", "Done."), usage, ended(15_000));
    expect(summaryAt(over, 1)?.durationMs).toBe(7000);
    expect(workedMs(over, runId, 99_000)).toBe(7000);
  });

  test("[V27] a subagent that waits stops the clock of its parent run, and of no other", () => {
    const below = { runId: "child", agentId: "claude" };
    const conversation = conversationOf(
      ...begun,
      { type: "run_started", ...below, parentRunId: runId, parentCallId: "1", ts: 2000 },
      { ...ask("a", 3000), ...below },
      { type: "run_started", runId: "other", agentId: "codex", ts: 3000 },
    );
    expect([runId, "child", "other"].map((id) => workedMs(conversation, id, 9000))).toEqual([
      2000, 1000, 6000,
    ]);
  });

  test("[V27] continues after a subagent that waited was cancelled without an answer", () => {
    const below = { runId: "child", agentId: "claude" };
    const conversation = conversationOf(
      ...begun,
      { type: "run_started", ...below, parentRunId: runId, parentCallId: "1", ts: 2000 },
      { ...ask("a", 3000), ...below },
      { type: "run_ended", ...below, outcome: "cancelled", ts: 5000 },
    );
    expect(workedMs(conversation, runId, 9000)).toBe(6000);
  });
});
