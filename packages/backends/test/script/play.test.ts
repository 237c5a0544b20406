import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AskAnswer, EventBody, KnownEvent } from "@polylog/core";
import { checkEvent, emptyConversation, foldAll } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../node-program.ts";
import { agentId, ends, startScript, texts, ways } from "./scripted.ts";

const run = { runId: "run", agentId };
const completed = { type: "run_ended", outcome: "completed", ...run };

describe.each(ways)("a script $way", (way) => {
  test("emits texts, thoughts and tools in pieces, and ends with its usage", async () => {
    const agent = await startScript(
      [
        { thinking: "Hm.", chunk: 2 },
        { text: "a😀b", chunk: 2, everyMs: 1 },
        {
          tool: {
            name: "Bash",
            input: { command: "ls" },
            output: ["one\n", "two\n"],
            everyMs: 1,
            result: "one\ntwo\n",
          },
        },
        { tool: { name: "Read", error: { code: "tool_error", message: "No such file." } } },
        { usage: { model: "m", inputTokens: 3, outputTokens: 4, costUsd: 0.5 } },
      ],
      way,
    );
    await agent.prompt("run");
    const thought = { responseId: "run-response-1", ...run };
    const text = { responseId: "run-response-2", ...run };
    const bash = { callId: "run-call-1", toolName: "Bash", ...run };
    const read = { callId: "run-call-2", toolName: "Read", ...run };
    const usage = { model: "m", inputTokens: 3, outputTokens: 4, costUsd: 0.5 };
    const events = await agent.until("run_ended");
    expect(events).toEqual([
      { type: "thinking_start", ...thought },
      { type: "thinking_delta", delta: "Hm", offset: 0, ...thought },
      { type: "thinking_delta", delta: ".", offset: 2, ...thought },
      { type: "thinking_done", text: "Hm.", ...thought },
      { type: "text_delta", delta: "a😀", offset: 0, ...text },
      { type: "text_delta", delta: "b", offset: 3, ...text },
      { type: "text_done", text: "a😀b", ...text },
      { type: "tool_call_start", input: { command: "ls" }, ...bash },
      { type: "tool_output_delta", delta: "one\n", offset: 0, ...bash },
      { type: "tool_output_delta", delta: "two\n", offset: 4, ...bash },
      { type: "tool_result", ok: true, result: "one\ntwo\n", ...bash },
      { type: "tool_call_start", ...read },
      { type: "tool_result", ok: false, error: { code: "tool_error", message: "No such file." }, ...read },
      { type: "usage", ...usage, responseId: `${run.runId}-request-1`, ...run },
      { ...completed, usage: [usage] },
    ]);
    expect(faultsOf(events)).toBe(0);
  });

  test("asks, waits for the answer to that ask, and plays the chosen branch", async () => {
    const agent = await startScript(
      [
        {
          ask: { permission: { toolName: "Bash", input: { command: "rm x" } } },
          onAllow: [{ text: "Done." }],
          onDeny: [{ text: "Left." }],
        },
        {
          ask: { question: { question: "Which?", options: [{ label: "A" }, { label: "B" }] } },
          onAllow: [{ text: "Thanks." }],
        },
        {
          ask: { plan: { entries: [{ content: "Do it", status: "pending" }] } },
          onDeny: [{ text: "As you wish." }],
        },
      ],
      way,
    );
    await agent.prompt("run");
    const [permission] = await agent.until("permission_request");
    expect(permission).toEqual({
      type: "permission_request",
      requestId: "run-ask-1",
      toolName: "Bash",
      input: { command: "rm x" },
      options: [
        { optionId: "allow", name: "Allow", kind: "allow_once" },
        { optionId: "allow-session", name: "Allow for this session", kind: "allow_session" },
        { optionId: "reject", name: "Reject", kind: "reject_once" },
      ],
      ...run,
    });
    const reject = { optionId: "reject", name: "Reject", kind: "reject_once" as const };
    const answers: AskAnswer[] = [
      {
        kind: "permission",
        askId: "run-ask-7",
        option: { optionId: "allow", name: "Allow", kind: "allow_once" },
        note: null,
      },
      { kind: "permission", askId: "run-ask-1", option: reject, note: null },
    ];
    for (const answer of answers) await agent.connection.answer(answer);
    const asked = await agent.until("ask_user");
    expect(texts(asked)).toEqual(["Left."]);
    await agent.connection.answer({
      kind: "question",
      askId: "run-ask-2",
      answers: [{ question: "Which?", answer: "A" }],
    });
    const planned = await agent.until("plan_update");
    expect(texts(planned)).toEqual(["Thanks."]);
    expect(planned.at(-1)).toEqual({
      type: "plan_update",
      planId: "run-ask-3",
      awaitsApproval: true,
      entries: [{ content: "Do it", status: "pending" }],
      ...run,
    });
    await agent.connection.answer({ kind: "plan", askId: "run-ask-3", decision: "reject", plan: null });
    const last = await agent.until("run_ended");
    expect([texts(last), ends(last)]).toEqual([["As you wish."], [completed]]);
  });

  test("starts a subagent in its own run", async () => {
    const agent = await startScript(
      [{ subagent: { task: "Look", steps: [{ text: "Found." }], result: "It is there." } }],
      way,
    );
    await agent.prompt("run");
    const events = await agent.until("run_ended", "run");
    const call = { callId: "run-call-1", toolName: "Task", ...run };
    const child = { runId: "run-run-1", agentId };
    const text = { responseId: "run-run-1-response-1", ...child };
    const free = (inputTokens: number, outputTokens: number) => [
      { model: "script", inputTokens, outputTokens, costUsd: 0 },
    ];
    expect(events).toEqual([
      { type: "tool_call_start", input: { task: "Look" }, ...call },
      { type: "subagent_spawned", childRunId: "run-run-1", callId: "run-call-1", task: "Look", ...run },
      {
        type: "run_started",
        parentRunId: "run",
        parentCallId: "run-call-1",
        task: "Look",
        trigger: "subagent",
        ...child,
      },
      { type: "text_delta", delta: "Found.", offset: 0, ...text },
      { type: "text_done", text: "Found.", ...text },
      { type: "run_ended", outcome: "completed", usage: free(1, 2), ...child },
      {
        type: "subagent_result",
        childRunId: "run-run-1",
        outcome: "completed",
        result: "It is there.",
        ...run,
      },
      { type: "tool_result", ok: true, result: "It is there.", ...call },
      { ...completed, usage: free(2, 0) },
    ]);
    expect(faultsOf(events)).toBe(0);
  });

  test("chooses its steps by the prompt, repeats the prompt, and writes a receipt", async () => {
    const agent = await startScript(
      {
        prompts: [{ match: "^fix", steps: [{ receipt: "receipts.txt" }, { echo: true }] }],
        default: [{ text: "What?" }],
      },
      way,
    );
    for (const [runId, text] of [
      ["1", "Fix it,\nplease"],
      ["2", "Hm"],
      ["3", "fix that"],
    ] as const) {
      await agent.prompt(runId, text);
      const said = texts(await agent.until("run_ended", runId));
      expect(said).toEqual([runId === "2" ? "What?" : text]);
    }
    expect(readFileSync(path.join(agent.projectRoot, "receipts.txt"), "utf8")).toBe(
      "Fix it,\\nplease\nfix that\n",
    );
  });

  test("accepts messages while it runs, and rejects them afterwards so that none is lost", async () => {
    const agent = await startScript([{ ask: { question: { question: "Go on?", options: [] } } }], way);
    await agent.prompt("run");
    await agent.until("ask_user");
    await agent.connection.steer({ runId: "run", text: "left", images: [] });
    await agent.connection.steer({ runId: "run", text: "right", images: [] });
    await agent.connection.answer({ kind: "question", askId: "run-ask-1", answers: null });
    const events = await agent.until("run_ended");
    expect([texts(events), ends(events)]).toEqual([["Steered: left", "Steered: right"], [completed]]);
    await expect(agent.connection.steer({ runId: "run", text: "late", images: [] })).rejects.toThrow(
      "The run has ended. Send the message as a new prompt.",
    );
  });

  test("emits the given events, fails as specified, and keeps unknown output as raw", async () => {
    const agent = await startScript(
      [
        { emit: { type: "todo_update", items: [{ content: "x", status: "pending" }] } },
        { raw: "not JSON\n" },
        { fail: { code: "rate_limit", message: "Too much." } },
        { text: "never" },
      ],
      way,
    );
    await agent.prompt("run");
    expect(await agent.until("run_ended")).toEqual([
      { type: "todo_update", items: [{ content: "x", status: "pending" }], ...run },
      { type: "backend_raw", line: "not JSON", agentId },
      expect.objectContaining({
        type: "run_ended",
        outcome: "failed",
        error: { code: "rate_limit", message: "Too much." },
        ...run,
      }),
    ]);
  });

  test("changes its mode and its model, and reports its session id", async () => {
    const agent = await startScript([], way);
    await agent.connection.setMode("plan");
    await agent.connection.setModel("big");
    expect(await agent.until("model_change")).toEqual([{ type: "model_change", modelId: "big", agentId }]);
    expect(agent.connection.nativeSessionId).toBe("script-session");
  });

  test("a failing step fails its run, not the agent", async () => {
    const agent = await startScript(
      { prompts: [{ match: "bad", steps: [{ receipt: "no/such/folder" }] }] },
      way,
    );
    await agent.prompt("1", "bad");
    expect(ends(await agent.until("run_ended"))).toMatchObject([
      { outcome: "failed", error: { code: "script_error" } },
    ]);
    await agent.prompt("2", "good");
    expect(texts(await agent.until("run_ended"))).toEqual(["good"]);
  });
});

test("a script may be in a JSON or JSON-lines file", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "a.json"), JSON.stringify({ default: [{ text: "From JSON." }] }));
  writeFileSync(path.join(folder, "b.jsonl"), '{"text":"One."}\n\n{"text":"Two."}\n');
  for (const [file, said] of [
    ["a.json", ["From JSON."]],
    ["b.jsonl", ["One.", "Two."]],
  ] as const) {
    const agent = await startScript(path.join(folder, file));
    await agent.prompt("run");
    expect(texts(await agent.until("run_ended"))).toEqual(said);
  }
});

test.each([
  [
    [{ wait: 1 }, { tool: { nam: "Bash", result: "" } }],
    "[1].tool.name: Invalid input: expected string, received undefined",
  ],
  [[{ tool: { name: "Bash" } }], "[0].tool: A tool must have either a result or an error."],
  [[{ ask: {} }], "[0].ask: An ask must have exactly one of permission, question or plan."],
  [
    [{ ask: { permission: { tool: "Bash" } } }],
    "[0].ask.permission.toolName: Invalid input: expected string",
  ],
  [[{ say: "hi" }], "[0]: Unknown step. A step must have one of: emit, wait, text,"],
  [[{ text: "hi", evryMs: 3 }], '[0]: Unrecognized key: "evryMs"'],
  [
    [{ emit: { type: "text_done", text: 3, responseId: "r" } }],
    "[0].emit.text: Invalid input: expected string",
  ],
  [[{ emit: { type: "text_doen" } }], "[0].emit: Unknown event type: text_doen."],
  [
    [{ emit: { type: "permission_response", requestId: "x" } }],
    "[0].emit: An agent cannot emit permission_response.",
  ],
  [{ prompts: [{ match: "(", steps: [] }] }, "prompts[0].match: Invalid regular expression."],
  [
    { default: [{ subagent: { task: "x", steps: [{ wait: -1 }] } }] },
    "default[0].subagent.steps[0].wait: Too small",
  ],
  ["none.json", "none.json: ENOENT"],
  [7, "Invalid input: expected object, received number"],
])("an invalid script fails its first run and names the position: %j", async (script, fault) => {
  const agent = await startScript(script);
  await agent.prompt("run");
  const [end, ...more] = (await agent.rest()) as [Extract<EventBody, { type: "run_ended" }>];
  expect(end).toMatchObject({ type: "run_ended", outcome: "failed", error: { code: "bad_script" }, ...run });
  expect(end.error?.message).toContain(fault);
  expect(more).toEqual([]);
});

/** The faults that a conversation reports in these events. */
function faultsOf(bodies: readonly EventBody[]): number {
  const started: EventBody = { type: "run_started", ...run };
  const events = [started, ...bodies].map((body, index) => {
    const checked = checkEvent({
      id: `e${index}`,
      sessionId: "session",
      seq: index + 1,
      rev: 1,
      ts: index,
      ...body,
    });
    if (!checked.ok) throw new Error(checked.error.reason);
    return checked.event as KnownEvent;
  });
  return foldAll(emptyConversation, events).faults.count;
}
