import type { EventBody } from "@polylog/core";
import { defined } from "@polylog/core";
import type { AcpState } from "../../../src/acp/translate/state.ts";
import { newState, withRun } from "../../../src/acp/translate/state.ts";
import { translateUpdate } from "../../../src/acp/translate/translate-update.ts";

export const agentId = "agent";
export const runRef = { runId: "run", agentId };

export const idle: AcpState = {
  ...newState({ agentId, textMode: "unknown", mode: "ask", unique: "own" }),
  sessionId: "session",
};
/** Working on the run `run`. */
export const busy = withRun(idle, "run");

export interface Update {
  readonly sessionUpdate: string;
  readonly [field: string]: unknown;
}

/** Translates updates in order, without momentary status events. */
export function told(
  given: AcpState,
  ...updates: readonly Update[]
): { state: AcpState; events: (EventBody | "not understood")[] } {
  let state = given;
  const events: (EventBody | "not understood")[] = [];
  for (const { session = "session", ...update } of updates) {
    const next = translateUpdate(state, { sessionId: session, update });
    state = next?.state ?? state;
    events.push(...(next?.events ?? ["not understood" as const]));
  }
  return {
    state,
    events: events.filter((event) => event === "not understood" || event.type !== "agent_status"),
  };
}

export const words = (text: string) => ({ type: "text", text });
export const chunk = (text: string, messageId?: string): Update => ({
  sessionUpdate: "agent_message_chunk",
  content: words(text),
  ...defined({ messageId }),
});
export const thought = (text: string, messageId?: string): Update => ({
  ...chunk(text, messageId),
  sessionUpdate: "agent_thought_chunk",
});
export const call = (fields: object): Update => ({ sessionUpdate: "tool_call", toolCallId: "t", ...fields });
export const more = (fields: object): Update => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "t",
  ...fields,
});
/** Text as the content of a call. */
export const shown = (text: string) => [{ type: "content", content: words(text) }];
