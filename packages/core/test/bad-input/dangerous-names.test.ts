import { afterEach, expect, test } from "vitest";
import type { Conversation } from "../../src/index.ts";
import {
  compactLog,
  emptyConversation,
  findRun,
  foldAll,
  fromSnapshot,
  toSnapshot,
} from "../../src/index.ts";
import { stamp, type Unstamped } from "../history/stamp.ts";

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"] as const;
const untouched = Object.getOwnPropertyNames(Object.prototype).sort();

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(untouched);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** A session in which every named thing has this name. */
function sessionNamed(name: string): Unstamped[] {
  const run = { runId: name, agentId: name };
  const child = { runId: `child of ${name}`, agentId: name };
  const polluting: unknown = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}',
  );
  return [
    {
      type: "session_meta",
      agentId: name,
      modes: [{ id: name, name }],
      currentModeId: name,
      capabilities: polluting,
    },
    { type: "user_message", text: name, clientMessageId: name },
    { type: "run_started", ...run, model: name },
    { type: "text_delta", ...run, responseId: name, offset: 0, delta: name },
    { type: "text_done", ...run, responseId: name, text: `${name}!` },
    { type: "tool_output_delta", ...run, callId: name, offset: 0, delta: "early" },
    { type: "tool_call_start", ...run, callId: name, toolName: name, input: polluting },
    { type: "run_started", ...child, parentRunId: name, parentCallId: name },
    { type: "usage", ...child, model: name, inputTokens: 1, outputTokens: 2, costUsd: 0.5 },
    { type: "run_ended", ...child, outcome: "completed" },
    { type: "tool_result", ...run, callId: name, toolName: name, ok: true },
    { type: "permission_request", ...run, requestId: name, toolName: name, options: [], input: polluting },
    { type: "permission_response", requestId: name, optionId: name },
    {
      type: "agent_message",
      ...run,
      exchangeId: name,
      fromAgentId: name,
      toAgentId: name,
      content: "",
      mode: "sync",
    },
    { type: "agent_callback_result", exchangeId: name, result: name },
    { type: "checkpoint_saved", hash: name },
    { type: "queue_updated", agentId: name, items: [{ itemId: name, text: name }] },
    { type: name },
    { type: "usage", ...run, model: name, inputTokens: 10, outputTokens: 20, costUsd: 0.25 },
    { type: "run_ended", ...run, outcome: "completed" },
  ];
}

function restored(conversation: Conversation): Conversation {
  return fromSnapshot(JSON.parse(JSON.stringify(toSnapshot(conversation)))) as Conversation;
}

test.each(names)("[B9] anything may be named %s", (name) => {
  const events = stamp(sessionNamed(name));
  const conversation = foldAll(emptyConversation, events);
  for (const folded of [
    conversation,
    restored(conversation),
    foldAll(emptyConversation, compactLog(events)),
  ]) {
    expect(folded.faults).toEqual({ count: 0, recent: [] });
    expect(folded.main.entries.slice()).toMatchObject([
      { kind: "meta", currentModeId: name },
      { kind: "message", role: "user", clientMessageId: name },
      { kind: "message", role: "assistant", key: `${name}/message/${name}/0`, live: false },
      { kind: "tool_call", callId: name, toolName: name, ok: true, live: false },
      { kind: "permission", askId: name, optionId: name, live: false },
      { kind: "exchange", exchangeId: name, status: "complete", result: name },
      { kind: "checkpoint", hash: name },
      { kind: "opaque", eventType: name },
    ]);
    expect(findRun(folded, name)).toMatchObject({ agentId: name, outcome: "completed" });
    expect(findRun(folded, `child of ${name}`)).toMatchObject({ parentRunId: name, depth: 1 });
    expect(folded.agents.get(name)).toMatchObject({
      currentModeId: name,
      queue: { items: [{ itemId: name }] },
    });
    expect(folded.usage).toMatchObject([
      { model: name, inputTokens: 11, outputTokens: 22, costNanos: 750_000_000 },
    ]);
  }
});

test.each(names)("[B9] nothing is found under %s before it exists", (name) => {
  const conversation = foldAll(emptyConversation, stamp([{ type: "title", title: "Empty" }]));
  expect(findRun(conversation, name)).toBeUndefined();
  const { agents, asks, seen, runIndex, liveRuns } = conversation;
  expect([agents, asks, seen, runIndex, liveRuns].map((index) => index.get(name))).toEqual(
    Array(5).fill(undefined),
  );
});
