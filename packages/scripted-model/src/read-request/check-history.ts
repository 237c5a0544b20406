import type { Api, ModelRequest } from "../conversation.ts";
import { BadRequest } from "./bad-request.ts";

/**
 * Rejects histories that the real APIs reject: a call without a result, or a result without a call. This detects agents
 * that leave a canceled call open.
 */
export function checkHistory({ api, turns }: ModelRequest): void {
  const open = new Set<string>();
  for (const turn of turns) {
    if (turn.role === "user") {
      for (const { callId } of turn.results) {
        if (!open.delete(callId)) throw new BadRequest(strayResult[api](callId));
      }
    }
    if (open.size > 0 && (turn.role === "assistant" || turn.texts.length > 0) && api !== "responses") {
      throw new BadRequest(missingResult[api]([...open]));
    }
    if (turn.role === "assistant") for (const { id } of turn.calls) open.add(id);
  }
  if (open.size > 0) throw new BadRequest(missingResult[api]([...open]));
}

const missingResult: Readonly<Record<Api, (ids: readonly string[]) => string>> = {
  anthropic: (ids) =>
    `messages: \`tool_use\` ids without \`tool_result\` blocks in the next message: ${ids.join(", ")}`,
  chat: (ids) =>
    `An assistant message with 'tool_calls' must be followed by a tool message for each 'tool_call_id'; missing: ${ids.join(", ")}`,
  gemini: (ids) =>
    `The number of function response parts must match the function call parts of the previous turn; missing: ${ids.join(", ")}`,
  responses: (ids) => `No tool output found for function call ${ids[0]}.`,
};

const strayResult: Readonly<Record<Api, (id: string) => string>> = {
  anthropic: (id) => `messages: unexpected \`tool_use_id\` in a \`tool_result\` block: ${id}`,
  chat: (id) => `A message with role 'tool' must answer a preceding message with 'tool_calls'; found ${id}`,
  gemini: (id) => `A function response turn must directly follow a function call turn; found ${id}`,
  responses: (id) => `No tool call found for function call output with call_id ${id}.`,
};
