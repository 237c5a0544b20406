import { type Conversation, MAIN } from "../../src/conversation/conversation.ts";
import { laneAt } from "../../src/conversation/lanes.ts";
import type { ToolCallEntry } from "../../src/events/tool.ts";
import type { ToolCard } from "../../src/tools/card.ts";
import { toolCard } from "../../src/tools/registry.ts";
import { type Body, conversationOf } from "../log.ts";

/** The card of a call in a session made of these events. */
export function cardIn(callId: string, ...bodies: readonly Body[]): ToolCard {
  const conversation = conversationOf(...bodies);
  return toolCard(callIn(conversation, callId), conversation);
}

export function callIn(conversation: Conversation, callId: string): ToolCallEntry {
  for (const entry of laneAt(conversation, MAIN).entries) {
    if (entry.kind === "tool_call" && entry.callId === callId) return entry;
  }
  throw new Error(`no call ${callId}`);
}
