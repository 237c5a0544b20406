import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { claude } from "./programs/claude.ts";
import { mutations } from "./support/mutations.ts";
import { linesOf } from "./support/played.ts";
import type { Scenario } from "./support/scenario.ts";
import { shapeOf } from "./support/shape.ts";
import { TestLog } from "./support/test-log.ts";

/** Tests that the harness itself finds faults. */

const runRef = { runId: "run1", agentId: "agent" };
const user: EventBody = { type: "user_message", text: "Hi", delivery: "run", ...runRef };
const started: EventBody = { type: "run_started", trigger: "message", ...runRef };
const ended: EventBody = { type: "run_ended", outcome: "completed", ...runRef };
const call: EventBody = {
  type: "tool_call_start",
  callId: "c",
  toolName: "Bash",
  input: { command: "ls" },
  ...runRef,
};
const result: EventBody = {
  type: "tool_result",
  callId: "c",
  toolName: "Bash",
  ok: true,
  result: "",
  ...runRef,
};
const options = [{ optionId: "no", name: "Deny", kind: "reject_once" as const }];
const ask: EventBody = {
  type: "permission_request",
  requestId: "a",
  callId: "c",
  toolName: "Bash",
  options,
  ...runRef,
};

function logOf(...bodies: readonly EventBody[]): TestLog {
  const log = new TestLog();
  for (const body of bodies) log.append(body);
  return log;
}

test("[CF1] a valid log has no faults", () => {
  expect(logOf(user, started, call, result, ended).faults()).toEqual([]);
});

test.each<[string, RegExp, readonly EventBody[]]>([
  ["[CF1] a run that does not end", /run1 has not ended/, [user, started]],
  ["[CF1] a run that ends twice", /run1 ended twice/, [user, started, ended, ended]],
  ["[CF2] a call after the run's end", /not settled/, [user, started, ended, call]],
  [
    "[CF2] text with a gap",
    /text is missing/,
    [user, started, { type: "text_delta", responseId: "r", offset: 5, delta: "x", ...runRef }, ended],
  ],
  [
    "[CF2] an invalid event",
    /invalid event/,
    [user, started, { type: "news" } as unknown as EventBody, ended],
  ],
])("%s is found", (_, fault, bodies) => {
  expect(
    logOf(...bodies)
      .faults()
      .join("\n"),
  ).toMatch(fault);
});

test("[CF3] the shape shows messages, calls, denials, interruptions and how runs ended", () => {
  const text = (responseId: string, said: string): EventBody => ({
    type: "text_done",
    responseId,
    text: said,
    ...runRef,
  });
  const delta: EventBody = { type: "text_delta", responseId: "r3", offset: 0, delta: "half", ...runRef };
  const { conversation } = logOf(
    ...[user, started, text("r1", "One."), call, ask],
    { type: "permission_response", requestId: "a", optionId: "no" },
    { ...result, ok: false, error: { code: "tool_error", message: "no" } },
    text("r2", "Two."),
    { ...call, callId: "d" },
    delta,
    { type: "run_ended", outcome: "cancelled", ...runRef },
  );
  expect(shapeOf(claude, conversation)).toEqual([
    ...["user", "agent: One.", "shell denied", "agent: Two.", "shell interrupted", "agent: …", "= cancelled"],
  ]);
});

test("[CF6] every mutation changes the lines of a scenario", () => {
  const usage = [{ model: "m", inputTokens: 7, outputTokens: 2 }];
  const failure = { code: "tool_error", message: "broken" };
  const events: readonly EventBody[] = [
    ...[user, started, call, ask],
    { type: "permission_response", requestId: "a", optionId: "no" },
    { ...result, ok: false, error: { code: "permission_denied", message: "no" } },
    { ...call, callId: "d" },
    { ...result, callId: "d", ok: false, error: failure, result: "half", exitCode: 3 },
    { type: "text_done", responseId: "r", text: "Done.", ...runRef },
    { ...ended, usage },
    { type: "run_started", trigger: "message", runId: "run2", agentId: "agent" },
    { type: "run_ended", outcome: "failed", error: failure, runId: "run2", agentId: "agent" },
  ];
  const scenario: Scenario = { name: "made up", run: async () => undefined, expected: [] };
  const reported = new Map([["run1", { input: 7, output: 2 }]]);
  const lines = linesOf(claude, scenario, { events, facts: [], reported });
  const unnoticed = mutations.filter(({ mutate }) => {
    const mutated = mutate(events);
    return (
      mutated === null ||
      linesOf(claude, scenario, { events: mutated, facts: [], reported }).join("\n") === lines.join("\n")
    );
  });
  expect(unnoticed.map(({ name }) => name)).toEqual([]);
});
