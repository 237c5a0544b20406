import type { EventBody } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { agentId, ends, startScript, texts, ways } from "./scripted.ts";

const run = { runId: "run", agentId };

describe.each(ways)("an agent $way", (way) => {
  test.each([
    ["0", [{ exit: 0 }], "exit code 0", { exitCode: 0, signal: null, stderrTail: "" }, []],
    [
      "1, with output on stderr",
      [{ text: "Hm" }, { stderr: "out of luck" }, { exit: 1 }],
      "exit code 1",
      { exitCode: 1, signal: null, stderrTail: "out of luck" },
      [],
    ],
    ["a signal", [{ exit: "SIGKILL" }], "SIGKILL", { exitCode: null, signal: "SIGKILL", stderrTail: "" }, []],
    [
      "2, in the middle of a line",
      [{ raw: '{"type":"event","event":{"type":"text_do' }, { exit: 2 }],
      "exit code 2",
      { exitCode: 2, signal: null, stderrTail: "" },
      ['{"type":"event","event":{"type":"text_do'],
    ],
  ])(
    "that exits by %s ends its run once, as failed, with the reason [R15]",
    async (_, steps, how, details, raw) => {
      const agent = await startScript(steps, way);
      await agent.prompt("run");
      const events = await agent.rest();
      const words = details.stderrTail === "" ? "" : ` Last output: ${details.stderrTail}`;
      const error = {
        code: "backend_exited",
        message: `The script exited unexpectedly (${how}).${words}`,
      };
      expect(events.filter(({ type }) => !type.startsWith("text"))).toEqual([
        ...raw.map((line) => ({ type: "backend_raw", line, agentId })),
        { type: "error", ...error, details, ...run },
        { type: "run_ended", outcome: "failed", error, ...run },
      ]);
      await expect(agent.prompt("next")).rejects.toThrow("The agent has stopped");
    },
  );

  test("that is canceled closes its open calls and ends as cancelled, once [R14]", async () => {
    const agent = await startScript(
      [{ tool: { name: "Bash", output: "working", everyMs: 60_000, result: "" } }],
      way,
    );
    await agent.prompt("run");
    await agent.until("tool_call_start");
    await Promise.all(Array.from({ length: 10 }, () => agent.connection.cancel("run")));
    const events = await agent.until("run_ended");
    expect(events.map((event) => (event.type === "run_ended" ? ends([event])[0] : event))).toEqual([
      {
        type: "tool_result",
        callId: "run-call-1",
        toolName: "Bash",
        ok: false,
        error: { code: "tool_interrupted", message: "The run ended before the tool finished." },
        ...run,
      },
      { type: "interrupt", reason: "user_cancel", ...run },
      { type: "output_cancelled", ...run },
      { type: "run_ended", outcome: "cancelled", ...run },
    ]);
    await agent.connection.cancel("run");
    await agent.prompt("next");
    await agent.connection.cancel("next");
    expect(ends(await agent.until("run_ended"))).toEqual([
      { type: "run_ended", outcome: "cancelled", runId: "next", agentId },
    ]);
  });

  test("that is canceled in the middle of a text keeps the text so far [R14]", async () => {
    const agent = await startScript([{ text: "one two three", chunk: 4, everyMs: 60_000 }], way);
    await agent.prompt("run");
    await agent.until("text_delta");
    await agent.connection.cancel("run");
    expect((await agent.until("run_ended")).map(({ type }) => type)).toEqual([
      "interrupt",
      "output_cancelled",
      "run_ended",
    ]);
  });

  test.each([
    ["an ask", [{ ask: { permission: { toolName: "Bash" } } }, { text: "never" }], "permission_request"],
    [
      "a subagent",
      [{ subagent: { task: "x", steps: [{ thinking: "y" }, { wait: 60_000 }] } }],
      "thinking_done",
    ],
  ] as const)(
    "that is canceled in %s does not answer it, and ends with all runs below it [R14]",
    async (_, steps, at) => {
      const agent = await startScript(steps, way);
      await agent.prompt("run");
      const before = await agent.until(at);
      await agent.connection.cancel("run");
      const events = [...before, ...(await agent.until("run_ended", "run"))];
      expect(texts(events)).toEqual([]);
      expect(events.filter(({ type }) => type.endsWith("_response"))).toEqual([]);
      const begun = new Set(events.map(({ runId }) => runId));
      expect(ends(events)).toEqual(
        [...begun].reverse().map((runId) => ({ type: "run_ended", outcome: "cancelled", runId, agentId })),
      );
    },
  );

  test("that is canceled before it starts or while it finishes is still cancelled [R14]", async () => {
    const agent = await startScript([], way);
    const prompted = agent.prompt("run");
    await agent.connection.cancel("run");
    await prompted;
    expect(ends(await agent.until("run_ended"))).toEqual([
      { type: "run_ended", outcome: "cancelled", ...run },
    ]);
  });

  test("that is closed interrupts its run, and may be closed again", async () => {
    const agent = await startScript([{ wait: 60_000 }], way);
    await agent.prompt("run");
    await Promise.all([agent.connection.close(), agent.connection.close()]);
    const error = { code: "agent_closed", message: "The agent was stopped before the run was complete." };
    expect(await agent.rest()).toEqual([{ type: "run_ended", outcome: "interrupted", error, ...run }]);
    await expect(agent.prompt("next")).rejects.toThrow("The agent has stopped");
  });
});

test("an agent that hangs ends when it is closed, and its run is cancelled [R14]", async () => {
  const agents = await Promise.all(ways.map((way) => startScript([{ text: "up" }, { hang: true }], way)));
  for (const agent of agents) {
    await agent.prompt("run");
    await agent.until("text_done");
    // An agent in this process takes its next step asynchronously.
    await new Promise(setImmediate);
    for (let asked = 0; asked < 10; asked++) await agent.connection.cancel("run");
  }
  await Promise.all(agents.map(({ connection }) => connection.close()));
  const marks: EventBody[] = [
    { type: "interrupt", reason: "user_cancel", ...run },
    { type: "output_cancelled", ...run },
    { type: "run_ended", outcome: "cancelled", ...run },
  ];
  expect(await Promise.all(agents.map((agent) => agent.rest()))).toEqual([marks, marks]);
});

test("a closed agent in this process writes no receipt", async () => {
  const agent = await startScript([
    { ask: { question: { question: "?", options: [] } } },
    { receipt: "no/such/folder" },
  ]);
  await agent.prompt("run");
  await agent.until("ask_user");
  await agent.connection.close();
  await agent.connection
    .answer({ kind: "question", askId: "run-ask-1", answers: null })
    .catch(() => undefined);
  expect(ends(await agent.rest())).toMatchObject([{ outcome: "interrupted" }]);
});

test.each(ways)(
  "an agent $way that writes an endless line only adds a raw event to its run [R22]",
  async (way) => {
    const steps = [{ raw: "x".repeat(1024 * 1024), times: 12 }, { raw: "\n" }, { text: "Still here." }];
    const agent = await startScript(steps, way);
    await agent.prompt("run");
    const events = await agent.until("run_ended");
    const [raw] = events as [Extract<EventBody, { type: "backend_raw" }>];
    expect(raw).toMatchObject({ type: "backend_raw", truncated: true, agentId });
    expect(raw.line).toMatch(/^x{16384}… \(12582912 bytes in total\)$/);
    expect([texts(events), ends(events)]).toEqual([
      ["Still here."],
      [{ type: "run_ended", outcome: "completed", ...run }],
    ]);
  },
);

test("an agent's secrets are redacted in all its events [S25]", async () => {
  const agent = await startScript(
    [{ stderr: "canary-secret" }, { raw: "canary-secret\n" }, { text: "canary-secret" }, { exit: 1 }],
    { process: true },
    { API_KEY: "canary-secret" },
  );
  await agent.prompt("run");
  const told = JSON.stringify(await agent.rest());
  expect(told).toContain("[redacted]");
  expect(told).not.toContain("canary-secret");
});

test("a slow reader blocks the agent, and gets all events [R15]", async () => {
  const text = "x".repeat(20_000);
  for (const way of ways) {
    const agent = await startScript([{ text, chunk: 1 }], way);
    await agent.prompt("run");
    const events = await agent.until("run_ended");
    expect([events.length, texts(events)]).toEqual([20_002, [text]]);
  }
});
