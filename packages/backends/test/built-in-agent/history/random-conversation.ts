import type { Conversation, EventBody, KnownEvent } from "@polylog/core";
import { emptyConversation, foldAll } from "@polylog/core";
import * as fc from "fast-check";

/**
 * Random conversations as logs contain them, including broken ones: events of several runs and agents, in any order.
 */

const agents = fc.constantFrom("polylog", "codex");
const runs = fc.constantFrom("run1", "run2", "run3");
const text = fc.oneof(fc.constantFrom("", " ", "Hello", "[[say hi]]"), fc.string({ maxLength: 12 }));
const response = fc.constantFrom("r1", "r2");
const callId = fc.oneof(
  fc.constantFrom("call_0", "call_1", "a:b c"),
  fc.string({ minLength: 1, maxLength: 50 }),
);
const tool = fc.constantFrom("Bash", "mcp__github__search", "a.b/c");
const failure = fc.record({ code: fc.constantFrom("tool_interrupted", "x"), message: text });

const body: fc.Arbitrary<object> = fc.oneof(
  fc.record({
    ...{ type: fc.constant("user_message"), text, agentId: agents, runId: runs },
    delivery: fc.constantFrom("run", "steer"),
    images: fc.constantFrom(
      [],
      [{ mediaType: "image/png", data: "AAAA" }],
      [{ mediaType: "image/png", blobId: "b" }],
    ),
  }),
  fc.record({ type: fc.constant("run_started"), agentId: agents, runId: runs }),
  fc.record({
    type: fc.constant("text_delta"),
    agentId: agents,
    runId: runs,
    responseId: response,
    offset: fc.nat(9),
    delta: text,
  }),
  fc.record({ type: fc.constant("text_done"), agentId: agents, runId: runs, responseId: response, text }),
  fc.record({ type: fc.constant("thinking_done"), agentId: agents, runId: runs, responseId: response, text }),
  fc.record({
    ...{ type: fc.constant("tool_call_start"), agentId: agents, runId: runs, callId, toolName: tool },
    responseId: response,
    input: fc.oneof(fc.constant({ command: "ls" }), fc.constant([1]), fc.constant("text"), fc.constant(null)),
  }),
  fc.record({
    type: fc.constant("tool_output_delta"),
    agentId: agents,
    runId: runs,
    callId,
    offset: fc.nat(5),
    delta: text,
  }),
  fc.record({
    type: fc.constant("tool_result"),
    agentId: agents,
    runId: runs,
    callId,
    toolName: tool,
    ok: fc.boolean(),
    result: text,
  }),
  fc.record({
    type: fc.constant("tool_result"),
    agentId: agents,
    runId: runs,
    callId,
    toolName: tool,
    ok: fc.constant(false),
    error: failure,
  }),
  fc.record({
    ...{ type: fc.constant("compaction"), agentId: agents, runId: runs, summary: text },
    trigger: fc.constantFrom("auto", "manual"),
  }),
  fc.record({
    ...{ type: fc.constant("run_ended"), agentId: agents, runId: runs },
    outcome: fc.constantFrom("completed", "failed", "cancelled", "interrupted"),
  }),
  fc.record({ type: fc.constant("interrupt"), agentId: agents, runId: runs, reason: text }),
  fc.record({
    ...{ type: fc.constant("subagent_spawned"), agentId: agents, runId: runs, callId },
    childRunId: fc.constantFrom("run4", "run3"),
  }),
  fc.record({ type: fc.constant("notice"), text }),
);

export const conversations: fc.Arbitrary<Conversation> = fc
  .array(body, { maxLength: 40 })
  .map(conversationOf);

export function conversationOf(bodies: readonly object[]): Conversation {
  const events = bodies.map((one, index) => {
    const seq = index + 1;
    return { ...(one as EventBody), id: `e${seq}`, sessionId: "s", seq, rev: 0, ts: seq } as KnownEvent;
  });
  return foldAll(emptyConversation, events);
}
