import type { Api, ModelRequest } from "../conversation.ts";
import { BadRequest } from "./bad-request.ts";

/**
 * Refuses what the real APIs refuse: a call without a result, a result without a call. An agent that leaves a
 * cancelled call open is found out here.
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
    `messages: \`tool_use\` ids without \`tool_result\` blocks in the message after them: ${ids.join(", ")}`,
  chat: (ids) =>
    `An assistant message with 'tool_calls' needs a tool message for each 'tool_call_id' after it; missing: ${ids.join(", ")}`,
  gemini: (ids) =>
    `The number of function response parts must equal that of the function call parts of the turn before; missing: ${ids.join(", ")}`,
  responses: (ids) => `No tool output found for function call ${ids[0]}.`,
};

const strayResult: Readonly<Record<Api, (id: string) => string>> = {
  anthropic: (id) => `messages: unexpected \`tool_use_id\` in a \`tool_result\` block: ${id}`,
  chat: (id) => `A message with role 'tool' must answer a preceding message with 'tool_calls'; it has ${id}`,
  gemini: (id) => `A function response turn must come right after a function call turn; it has ${id}`,
  responses: (id) => `No tool call found for function call output with call_id ${id}.`,
};
