import { describe, expect, test } from "vitest";
import type { SubagentBlock } from "../../src/tools/blocks.ts";
import type { Body } from "../log.ts";
import { aCard, cardOf, done, goesOn } from "./call.ts";
import { cardIn } from "./in-session.ts";

const input = {
  description: "Look at sources",
  subagent_type: "general-purpose",
  prompt: "Investigate add.",
};
const started: readonly Body[] = [
  { type: "run_started" },
  { type: "tool_call_start", callId: "task-1", toolName: "Agent", input },
  {
    type: "run_started",
    runId: "child-1",
    parentRunId: "run-1",
    parentCallId: "task-1",
    task: "Investigate",
  },
];

/** A finished call of the subagent. */
function call(callId: string, toolName: string, given: object, result: string): readonly Body[] {
  return [
    { type: "tool_call_start", runId: "child-1", callId, toolName, input: given },
    { type: "tool_result", runId: "child-1", callId, toolName, ok: true, result },
  ];
}

const four: readonly Body[] = [
  ...call("c1", "Glob", { pattern: "*.js" }, "add.js"),
  ...call("c2", "Bash", { command: "ls src" }, "add.js\nindex.js"),
  ...call("c3", "Read", { file_path: "/project/src/add.js" }, "1\tsecret"),
  { type: "text_done", runId: "child-1", responseId: "m1", text: "Now I test." },
  {
    type: "tool_call_start",
    runId: "child-1",
    callId: "c4",
    toolName: "Bash",
    input: { command: "npm test" },
  },
];

const window: SubagentBlock = {
  kind: "subagent",
  childRunId: "child-1",
  prompt: "Investigate add.",
  recent: [],
  toolCount: 0,
  startedTs: 1003,
  endedTs: null,
  result: null,
  collapsed: false,
};

const lastThree = [
  { icon: "tool", tone: "done", text: "Ran ls src" },
  { icon: "tool", tone: "done", text: "Read /project/src/add.js" },
  { icon: "tool", tone: "live", text: "Running npm test" },
] as const;

describe("a subagent", () => {
  test("[T14] that has just started", () => {
    expect(cardIn("task-1", ...started)).toEqual(
      aCard({
        icon: "subagent",
        title: "Running subagent",
        object: "Look at sources",
        blocks: [window],
        ...goesOn,
        runsSince: 1002,
      }),
    );
  });

  test("[T14] its last three calls, their number, and when they began", () => {
    expect(cardIn("task-1", ...started, ...four)).toEqual(
      aCard({
        icon: "subagent",
        title: "Running subagent",
        object: "Look at sources",
        summary: "4 tool calls",
        blocks: [{ ...window, recent: lastThree, toolCount: 4 }],
        ...goesOn,
        runsSince: 1002,
      }),
    );
  });

  test("[T14] its answer and its end", () => {
    const ended = cardIn(
      "task-1",
      ...started,
      ...four.slice(0, 4),
      { type: "subagent_result", childRunId: "child-1", outcome: "completed", result: "add subtracts." },
      {
        type: "tool_result",
        callId: "task-1",
        toolName: "Agent",
        ok: true,
        result: "framed: add subtracts.",
      },
    );
    expect(ended).toEqual(
      aCard({
        icon: "subagent",
        title: "Ran subagent",
        object: "Look at sources",
        summary: "2 tool calls",
        durationMs: 7,
        blocks: [
          {
            ...window,
            recent: [
              { icon: "tool", tone: "done", text: "Found files *.js" },
              { icon: "tool", tone: "done", text: "Ran ls src" },
            ],
            toolCount: 2,
            endedTs: 1008,
            result: "add subtracts.",
          },
        ],
      }),
    );
  });

  test("[T14] without a separate result, the call's output is its answer", () => {
    const ended = cardIn(
      "task-1",
      ...started,
      { type: "run_ended", runId: "child-1", outcome: "completed" },
      { type: "tool_result", callId: "task-1", toolName: "Agent", ok: true, result: "It subtracts." },
    );
    expect(ended.blocks).toEqual([{ ...window, endedTs: 1004, result: "It subtracts." }]);
  });

  test("[T14] continues in the background after its call has ended", () => {
    const launched = cardIn(
      "task-1",
      ...started,
      { type: "tool_result", callId: "task-1", toolName: "Agent", ok: true, result: "Async agent launched." },
      ...four,
    );
    expect(launched).toEqual(
      aCard({
        icon: "subagent",
        title: "Started subagent",
        object: "Look at sources",
        summary: "4 tool calls",
        durationMs: 2,
        blocks: [{ ...window, recent: lastThree, toolCount: 4 }],
      }),
    );
  });

  test("[T14] ends with its parent: its calls are shown as interrupted", () => {
    const died = cardIn("task-1", ...started, ...four.slice(-1), { type: "run_ended", outcome: "cancelled" });
    expect(died).toEqual(
      aCard({
        icon: "subagent",
        title: "Tried to run subagent",
        object: "Look at sources",
        summary: "Cancelled before it finished.",
        state: "interrupted",
        durationMs: null,
        blocks: [
          {
            ...window,
            recent: [{ icon: "tool", tone: "waiting", text: "Tried to run npm test" }],
            toolCount: 1,
            endedTs: 1005,
          },
          {
            kind: "error",
            code: "tool_interrupted",
            message: "Cancelled before it finished.",
            collapsed: false,
          },
        ],
      }),
    );
  });

  test("[T14] one call may start several", () => {
    const both = cardIn("task-1", ...started, {
      type: "subagent_spawned",
      childRunId: "child-2",
      callId: "task-1",
      task: "Second",
    });
    expect(both.blocks).toEqual([window, { ...window, childRunId: "child-2", startedTs: 1004 }]);
  });

  test("[T14] if its work is not in the log, shows its prompt and its answer", () => {
    expect(cardOf(done("task", { prompt: "Find the bug.\nBe quick." }, "It is in **add**."))).toEqual(
      aCard({
        icon: "subagent",
        title: "Ran subagent",
        object: "Find the bug.",
        blocks: [
          { kind: "text", text: "Find the bug.\nBe quick.", format: "markdown", collapsed: true },
          { kind: "text", text: "It is in **add**.", format: "markdown", collapsed: true },
        ],
      }),
    );
  });
});
