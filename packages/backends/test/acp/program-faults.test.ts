import { defined } from "@polylog/core";
import { expect, test } from "vitest";
import { PuppetBench } from "./puppet.ts";

/** Faults between Polylog and an agent, played by an agent that follows a script. */

function chunk(text: string, messageId?: string) {
  const content = { type: "text", text };
  return {
    update: {
      sessionUpdate: "agent_message_chunk",
      content,
      ...defined({ messageId }),
    },
  };
}

function raws({ bench }: PuppetBench): string[] {
  return bench.events().flatMap((event) => (event.type === "backend_raw" ? [event.line] : []));
}

function endings({ bench }: PuppetBench): unknown[] {
  return bench.events().flatMap((event) => (event.type === "run_ended" ? [{ ...event.error }] : []));
}

test("[AC13] invalid lines, unknown updates and responses to no request are kept, and the run continues", async () => {
  const puppet = await PuppetBench.open();
  const lines = [
    "Loading…",
    "[]",
    '{"jsonrpc":"2.0","id":99,"result":{}}',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"puppet-1","update":{"sessionUpdate":"news"}}}',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"another","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"not ours"}}}}',
    '{"jsonrpc":"2.0","method":"unheard/of","params":{}}',
    '{"jsonrpc":"2.0","method":"session/update"}',
  ];
  await puppet.play([{ say: "One, " }, ...lines.map((line) => ({ line })), { say: "two." }]);
  expect({ raw: raws(puppet), ...(await puppet.finish(true)) }).toEqual({
    raw: lines,
    shape: ["user", "agent: One, two.", "= completed"],
    faults: [],
  });
});

test("[AC13] an unknown request is rejected, even with the ID of one of our requests", async () => {
  const puppet = await PuppetBench.open();
  const clashing = '{"jsonrpc":"2.0","id":2,"method":"editor/blink","params":{}}';
  await puppet.play([
    { request: ["editor/open", { path: "x" }] },
    { request: ["fs/read_text_file", { path: "puppet.json" }] },
    { line: clashing },
    { say: "Done." },
  ]);
  expect({ answers: await puppet.answers(), ...(await puppet.finish(true)) }).toEqual({
    answers: [{ error: -32601 }, { error: -32601 }],
    shape: ["user", "agent: Done.", "= completed"],
    faults: [],
  });
  expect(raws(puppet).at(-1)).toBe(clashing);
});

test("[AC13] an agent of the next protocol draft works as far as it is compatible, and a notice names its version", async () => {
  const puppet = await PuppetBench.open({ initialize: { protocolVersion: 2 } });
  const whole = {
    sessionUpdate: "agent_message",
    messageId: "m1",
    content: [{ type: "text", text: "Hello all." }],
  };
  await puppet.play([
    { update: { sessionUpdate: "state_update", state: "running" } },
    chunk("Hello", "m1"),
    { update: whole },
    { update: { sessionUpdate: "tool_call_update", toolCallId: "t", title: "ls", kind: "execute" } },
    {
      update: {
        sessionUpdate: "tool_call_content_chunk",
        toolCallId: "t",
        content: { type: "content", content: { type: "text", text: "a" } },
      },
    },
    { update: { sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" } },
  ]);
  const codes = puppet.bench.events().flatMap((event) => (event.type === "notice" ? [event.code] : []));
  expect({ codes, ...(await puppet.finish()) }).toEqual({
    codes: ["untested_protocol"],
    shape: ["user", "agent: Hello all.", "shell ok", "= completed"],
    faults: [],
  });
});

test("[AC13] if the response to a prompt only accepts it, the agent's state ends the turn", async () => {
  const puppet = await PuppetBench.open({
    initialize: { protocolVersion: 2, info: { name: "draft", version: "1" } },
    answer: { stopReason: undefined, messageId: "m" },
    idleAfter: true,
  });
  await puppet.play([{ say: "All of it." }]);
  await puppet.play([{ say: "Not all" }, { stop: "error" }]);
  await puppet.play([{ say: "Here." }, { exit: 3 }]);
  const errors = endings(puppet).map((error) => (error as { code?: string }).code);
  expect({ errors, ...(await puppet.finish()) }).toEqual({
    errors: [undefined, "agent_error", "backend_exited"],
    shape: [
      ...["user", "agent: All of it.", "= completed"],
      ...["user", "agent: …", "= failed"],
      ...["user", "agent: …", "= failed"],
    ],
    faults: [],
  });
});

test("[AC9] a turn that ends without output has failed, unless it was a slash command", async () => {
  const puppet = await PuppetBench.open();
  await puppet.play([]);
  await puppet.play([{ fail: [-32603, "The model is away"] }]);
  await puppet.play([{ fail: [-32000, "Authentication required"] }]);
  await puppet.play([{ say: "I would rather not." }, { stop: "refusal" }]);
  await puppet.play([{ say: "And so on" }, { stop: "max_tokens" }]);
  expect({ errors: endings(puppet), ...(await puppet.finish()) }).toEqual({
    errors: [
      {
        code: "no_answer",
        message: "node ended its turn without an answer; its model was probably unavailable.",
      },
      { code: "agent_error", message: "The model is away" },
      {
        code: "auth_required",
        message: "node requires you to log in: log in with node itself. It reported: Authentication required",
      },
      { code: "refusal", message: "The model refused to answer." },
      { code: "max_tokens", message: "The model's answer exceeded its maximum length." },
    ],
    shape: [
      "user",
      "= failed",
      "user",
      "= failed",
      "user",
      "= failed",
      "user",
      "agent: …",
      "= failed",
      "user",
      "agent: …",
      "= failed",
    ],
    faults: [],
  });
});

test("[AC9] an agent that exits fails its run with its last output, and the next message restarts it", async () => {
  const puppet = await PuppetBench.open({
    initialize: { agentCapabilities: { sessionCapabilities: { resume: {} } } },
  });
  await puppet.play([{ say: "I had" }, { exit: 3 }]);
  await puppet.play([{ say: "Here." }]);
  const [error] = endings(puppet);
  expect({ error, ...(await puppet.finish()) }).toEqual({
    error: {
      code: "backend_exited",
      message: "node exited unexpectedly (exit code 3). Last output: The puppet has had enough.",
    },
    shape: ["user", "agent: …", "= failed", "user", "agent: Here.", "= completed"],
    faults: [],
  });
});

test("[AC8] a cancel that the agent ignores ends the run anyway, and its messages are kept", async () => {
  const puppet = await PuppetBench.open({
    ignoresCancel: true,
    initialize: { agentCapabilities: { sessionCapabilities: { resume: {} } } },
  });
  const call = {
    sessionUpdate: "tool_call",
    toolCallId: "t",
    title: "sleep",
    kind: "execute",
    status: "in_progress",
  };
  const runId = await puppet.prompt([{ say: "Wait for it" }, { update: call }, { wait: "cancel" }]);
  await puppet.bench.until((event) => event.type === "tool_call_start");
  await puppet.bench.cancel(runId);
  await puppet.bench.ended(runId);
  await puppet.play([{ say: "Back." }]);
  expect(await puppet.finish()).toEqual({
    shape: [
      "user",
      "agent: Wait for it",
      "shell interrupted",
      "= cancelled",
      "user",
      "agent: Back.",
      "= completed",
    ],
    faults: [],
  });
});

test("[AC8] a cancel answers open asks; later updates and asks of the agent are dropped", async () => {
  const puppet = await PuppetBench.open();
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  const permission = { toolCall: { toolCallId: "t", title: "rm", kind: "execute" }, options };
  const runId = await puppet.prompt([
    { request: ["session/request_permission", permission] },
    { request: ["session/request_permission", permission] },
  ]);
  await puppet.bench.until((event) => event.type === "permission_request");
  await puppet.bench.cancel(runId);
  await puppet.bench.ended(runId);
  await puppet.play([{ say: "Still here." }]);
  const late = { outcome: { outcome: "cancelled" } };
  expect({ answers: await puppet.answers(), ...(await puppet.finish()) }).toEqual({
    answers: [late, late],
    shape: ["user", "shell interrupted", "= cancelled", "user", "agent: Still here.", "= completed"],
    faults: [],
  });
});
