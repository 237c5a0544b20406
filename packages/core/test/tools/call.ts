import { emptyConversation } from "../../src/conversation/draft.ts";
import { Text } from "../../src/data/text.ts";
import { Vector } from "../../src/data/vector.ts";
import type { ToolCallEntry } from "../../src/events/tool.ts";
import { cleanToolName } from "../../src/events/tool-name.ts";
import type { ToolCard } from "../../src/tools/card.ts";
import { toolCard } from "../../src/tools/registry.ts";

/** Calls as the fold creates them, and the cards they are compared with. */

type More = Partial<ToolCallEntry>;

/** A running call. */
export function pending(name: string, input: unknown = null, more: More = {}): ToolCallEntry {
  return {
    kind: "tool_call",
    key: "run-1/call/call-1",
    seq: 3,
    ts: 10_000,
    agentId: "agent-1",
    runId: "run-1",
    live: true,
    endedBy: null,
    callId: "call-1",
    toolName: cleanToolName(name),
    rawName: name,
    responseId: null,
    toolKind: null,
    title: null,
    input,
    inputText: Text.empty,
    locations: [],
    content: [],
    output: Text.empty,
    ok: null,
    result: null,
    error: null,
    truncated: null,
    inputCut: null,
    exitCode: null,
    durationMs: null,
    endedTs: null,
    progress: null,
    childRunIds: Vector.empty,
    ...more,
  };
}

/** A successful call that took 1.5 s. */
export function done(
  name: string,
  input: unknown,
  result: string | null = null,
  more: More = {},
): ToolCallEntry {
  return { ...pending(name, input), live: false, ok: true, result, endedTs: 11_500, ...more };
}

/** A failed call; as in the fold, its output is the reason unless another one is given. */
export function failed(name: string, input: unknown, message: string, more: More = {}): ToolCallEntry {
  const error = { code: "tool_error", message };
  return { ...done(name, input, message), ok: false, error, ...more };
}

/** A call whose input is still streaming. */
export function streaming(name: string, inputText: string, more: More = {}): ToolCallEntry {
  return pending(name, null, { inputText: Text.of(inputText), ...more });
}

export function cardOf(call: ToolCallEntry): ToolCard {
  return toolCard(call, emptyConversation);
}

/** A complete card: of a successful call, unless stated otherwise. */
export function aCard(parts: Pick<ToolCard, "icon" | "title"> & Partial<ToolCard>): ToolCard {
  return {
    object: null,
    summary: null,
    state: "success",
    added: null,
    removed: null,
    durationMs: 1500,
    runsSince: null,
    approval: null,
    blocks: [],
    ...parts,
  };
}

/** The fields in which a running call's card differs. */
export const goesOn = { state: "pending", durationMs: null, runsSince: 10_000 } as const;
