import { expect, test } from "vitest";
import { compactLog, emptyConversation, foldAll } from "../../src/index.ts";
import { expectSame } from "../history/compare.ts";
import { stamp, type Unstamped } from "../history/stamp.ts";

/** Logs that compaction once handled incorrectly, shrunk to a minimum. */

const run = { runId: "run-1", agentId: "claude" };
const block = { ...run, responseId: "response-1" };
const call = { ...run, callId: "call-1", toolName: "Bash" };
const notice = { type: "notice", text: "A remark." };
const started = { type: "run_started", ...run };

const histories: readonly (readonly [string, readonly Unstamped[]])[] = [
  [
    "[P3] the first delta is empty, so the second opened the entry",
    [
      started,
      { type: "text_delta", ...block, offset: 0, delta: "" },
      { type: "text_delta", ...block, offset: 0, delta: "a" },
      notice,
      { type: "text_done", ...block, text: "a" },
    ],
  ],
  [
    "[P3] a passing event between a delta and its end is dropped later",
    [
      started,
      { type: "text_delta", ...block, offset: 0, delta: "a" },
      { type: "agent_status", ...run, status: "working" },
      { type: "text_done", ...block, text: "a" },
      { type: "run_ended", ...run, outcome: "completed" },
    ],
  ],
  [
    "[P3] an empty delta far ahead comes while another block streams",
    [
      started,
      { type: "text_delta", ...block, offset: 0, delta: "a" },
      { type: "thinking_delta", ...block, block: 1, offset: 0, delta: "b" },
      { type: "text_delta", ...block, offset: 5, delta: "" },
      { type: "thinking_done", ...block, block: 1, text: "b" },
      notice,
    ],
  ],
  [
    "[P3] a subagent's events name its call, or do not",
    [
      { type: "run_started", ...run, parentCallId: "call-0" },
      { type: "tool_output_delta", ...call, offset: 0, delta: "printed" },
      { type: "tool_result", ...call, parentCallId: "call-0", ok: true },
      { type: "tool_result", ...call, ok: true, result: "other" },
    ],
  ],
  [
    "[P3] a second result, which does not count, has what the first left out",
    [
      started,
      { type: "tool_call_start", ...call },
      { type: "tool_output_delta", ...call, offset: 0, delta: "printed" },
      { type: "tool_result", ...call, ok: true },
      { type: "tool_result", ...call, ok: true, result: "other" },
    ],
  ],
  [
    "[P3] a second start, which comes too late, has the input",
    [
      started,
      { type: "tool_input_delta", ...call, offset: 0, delta: "{" },
      { type: "tool_result", ...call, ok: true },
      { type: "tool_call_start", ...call, input: { command: "ls" } },
    ],
  ],
  [
    "[P3] a call is announced with an empty title",
    [
      started,
      { type: "tool_call_start", ...call, title: "", input: {} },
      { type: "tool_call_start", ...call, input: { command: "ls" } },
      notice,
    ],
  ],
  [
    "[P3] a call that was only announced tells of its progress",
    [
      started,
      { type: "tool_call_start", ...call },
      { type: "tool_progress", ...call, elapsedMs: 0, message: "a" },
      { type: "tool_call_start", ...call, input: { command: "ls" } },
      notice,
    ],
  ],
  [
    "[P3] a session's meta shows the commands that are replaced later",
    [
      { type: "commands_update", commands: [{ name: "init" }] },
      { type: "session_meta", currentModeId: "plan" },
      { type: "commands_update", commands: [] },
    ],
  ],
  [
    "[P3] two blocks whose ids read the same when joined",
    [
      started,
      { type: "tool_call_start", ...call },
      { type: "text_delta", ...run, parentCallId: "x", responseId: "m/m", offset: 0, delta: "one" },
      { type: "text_delta", ...run, parentCallId: "x/m", responseId: "m", offset: 0, delta: "two" },
      { type: "text_delta", ...run, parentCallId: "x", responseId: "m/m", offset: 3, delta: " more" },
      { type: "text_done", ...run, parentCallId: "x/m", responseId: "m", text: "two" },
    ],
  ],
];

test.each(histories)("%s", (_, history) => {
  const events = stamp(history);
  const compacted = compactLog(events);
  expectSame(foldAll(emptyConversation, compacted), foldAll(emptyConversation, events));
  expect(compactLog(compacted)).toEqual(compacted);
});
