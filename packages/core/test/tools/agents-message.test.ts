import { describe, expect, test } from "vitest";
import {
  type Conversation,
  cardOfExchange,
  type ExchangeEntry,
  entryAt,
  fromSnapshot,
  MAIN,
  toolCard,
  toSnapshot,
} from "../../src/index.ts";
import { type Body, conversationOf } from "../log.ts";
import { aCard, cardOf, done, failed, goesOn, pending } from "./call.ts";
import { callIn, cardIn } from "./in-session.ts";

describe("messages to other agents", () => {
  const input = { agentId: "reviewer", content: "Look at **add**.", mode: "sync" };
  const said = { kind: "text", text: "Look at **add**.", format: "markdown", collapsed: false } as const;

  test("[T19] an open message shows its receiver and text, and no answer yet", () => {
    expect(cardOf(pending("agents_message", input))).toEqual(
      aCard({ icon: "exchange", title: "Messaging", object: "reviewer", blocks: [said], ...goesOn }),
    );
  });

  test.each([
    ["complete", "Answered", "agent-callback"],
    ["timeout", "Timed out, no answer yet", "error"],
    ["started", "No answer yet", "success"],
    ["queued", "Queued", "success"],
    ["failed", "Failed", "error"],
    ["cancelled", "Cancelled", "interrupted"],
  ] as const)("[T19] status %s reads %s and is %s", (status, summary, state) => {
    const result = JSON.stringify({ status, response: "Fine." });
    expect(cardOf(done("agents_message", input, result))).toEqual(
      aCard({
        icon: "exchange",
        title: "Messaged",
        object: "reviewer",
        summary,
        state,
        blocks: [said, { ...said, text: "Fine." }],
      }),
    );
  });

  test("[T19] the answer comes from the exchange if the result has none", () => {
    const card = cardIn(
      "m1",
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "mcp__polylog__agents_message" },
      {
        type: "agent_message",
        exchangeId: "e1",
        callId: "m1",
        fromAgentId: "a",
        toAgentId: "b",
        content: "Hi",
        mode: "sync",
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "Hello" },
      { type: "tool_result", callId: "m1", toolName: "mcp__polylog__agents_message", ok: true },
    );
    expect(card).toEqual(
      aCard({
        icon: "exchange",
        title: "Messaged",
        object: "b",
        summary: "Answered",
        state: "agent-callback",
        durationMs: 3,
        blocks: [
          { ...said, text: "Hi" },
          { ...said, text: "Hello" },
        ],
      }),
    );
  });

  test("[T19] the exchange's outcome and reason take precedence over the call's", () => {
    const error = { code: "agent_unavailable", message: "The reviewer is not there." };
    const started = JSON.stringify({ status: "started" });
    const card = cardIn(
      "m1",
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        ...{ type: "agent_message", exchangeId: "e1", callId: "m1", fromAgentId: "a", toAgentId: "reviewer" },
        ...{ content: "x", mode: "sync" },
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "", status: "failed", error },
      { type: "tool_result", callId: "m1", toolName: "agents_message", ok: true, result: started },
    );
    expect([card.state, card.summary]).toEqual(["error", "The reviewer is not there."]);
  });

  test("[T19] a message without a waiting sender is marked as such", () => {
    const card = cardIn(
      "m1",
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        type: "agent_message",
        exchangeId: "e1",
        callId: "m1",
        fromAgentId: "a",
        toAgentId: "reviewer",
        content: "x",
        mode: "async",
        state: "queued",
      },
      { type: "tool_result", callId: "m1", toolName: "agents_message", ok: true, result: "" },
    );
    expect([card.state, card.summary, card.blocks]).toEqual(["success", "Queued", [said]]);
  });

  test("[T19] a message without a waiting sender counts as answered once its answer arrives, live and after a reload", () => {
    const conversation = conversationOf(
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        type: "agent_message",
        exchangeId: "e1",
        callId: "m1",
        fromAgentId: "a",
        toAgentId: "reviewer",
        content: "x",
        mode: "async",
      },
      {
        type: "tool_result",
        callId: "m1",
        toolName: "agents_message",
        ok: true,
        result: '{"status":"started"}',
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "Looks good." },
    );
    const exchange = entryAt(conversation, { lane: MAIN, pos: 1 });
    const stored = fromSnapshot(toSnapshot(conversation)) as Conversation;
    for (const each of [conversation, stored]) {
      const card = toolCard(callIn(each, "m1"), each);
      expect([card.state, card.summary, card.blocks]).toEqual(["agent-callback", "Answered", [said]]);
      const other = cardOfExchange(exchange as ExchangeEntry, each);
      expect([other.state, other.summary]).toEqual(["agent-callback", "Answered"]);
    }
  });

  test("[T19] a failed message shows the reason", () => {
    expect(cardOf(failed("agents_message", input, "No such agent."))).toEqual(
      aCard({
        icon: "exchange",
        title: "Tried to message",
        object: "reviewer",
        summary: "No such agent.",
        state: "error",
        blocks: [said, { kind: "error", code: "tool_error", message: "No such agent.", collapsed: false }],
      }),
    );
  });

  test("[T19] the card shows the receiver's work and a link to its session, with or without a call", () => {
    const bodies = (callId?: string): Body[] => [
      { type: "run_started" },
      { type: "tool_call_start", callId: "m1", toolName: "agents_message", input },
      {
        ...{ type: "agent_message", exchangeId: "e1", fromAgentId: "a", toAgentId: "reviewer", callId },
        ...{ content: input.content, mode: "sync", targetSessionId: "s2", targetRunId: "run-2" },
      },
      { type: "subagent_spawned", childRunId: "run-2", childAgentId: "reviewer" },
      {
        ...{ type: "tool_call_start", callId: "c1", toolName: "Read", input: { file_path: "/p/add.ts" } },
        ...{ runId: "run-2", agentId: "reviewer" },
      },
      { type: "agent_callback_result", exchangeId: "e1", result: "Fine." },
      { type: "tool_result", callId: "m1", toolName: "agents_message", ok: true },
    ];
    const blocksWith = (collapsed: false | "preview") => [
      { ...said, collapsed },
      expect.objectContaining({ kind: "subagent", childRunId: "run-2", toolCount: 1, collapsed }),
      { ...said, text: "Fine.", collapsed },
      { kind: "session", sessionId: "s2", agentId: "reviewer", collapsed },
    ];
    const blocks = blocksWith(false);
    expect(cardIn("m1", ...bodies("m1")).blocks).toEqual(blocks);
    // The receiver may record the message before the call is reported.
    const [start, call, message, ...rest] = bodies("m1") as [Body, Body, Body, ...Body[]];
    expect(cardIn("m1", start, message, call, ...rest).blocks).toEqual(blocks);
    const alone = conversationOf(...bodies());
    const exchange = [...alone.main.entries].find(({ kind }) => kind === "exchange") as ExchangeEntry;
    expect(cardOfExchange(exchange, alone)).toEqual(
      aCard({
        ...{ icon: "exchange", title: "Messaged", object: "reviewer", summary: "Answered" },
        ...{ state: "agent-callback", durationMs: null, blocks: blocksWith("preview") },
      }),
    );
  });

  test("[T19] the list of agents", () => {
    const result = '[{"agentId":"a"},{"agentId":"b"}]';
    expect(cardOf(done("agents_list", {}, result))).toEqual(
      aCard({
        icon: "exchange",
        title: "Listed agents",
        summary: "2 agents",
        blocks: [{ kind: "json", text: JSON.stringify(JSON.parse(result), null, 2), collapsed: true }],
      }),
    );
  });
});
