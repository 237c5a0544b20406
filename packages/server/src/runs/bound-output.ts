import type { EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";
import { beginning, cutTexts, isLarge } from "../log/bound-event.ts";

/**
 * An event that is too large for the log, cut to what it holds. Where the whole of it cannot be kept beside the log, that
 * is said, and the agent goes on: it has read its output.
 */
export async function boundOutput(blobs: Blobs, sessionId: string, body: EventBody): Promise<EventBody[]> {
  try {
    return await blobs.bound(sessionId, body);
  } catch (error) {
    // Not the whole message: it names files of the server.
    const code = (error as NodeJS.ErrnoException).code ?? "an unknown error";
    const text = `The whole output of a tool could not be kept (${code}). Its beginning is here.`;
    const { runId, agentId } = body as { runId?: string; agentId?: string };
    return [cutOff(body), { type: "notice", level: "warning", text, runId, agentId }];
  }
}

function cutOff(body: EventBody): EventBody {
  const kept = body.type === "tool_result" ? cutResult(body) : body;
  return isLarge(kept) ? { ...cutTexts(kept), cut: { totalChars: JSON.stringify(body).length } } : kept;
}

function cutResult(body: Extract<EventBody, { type: "tool_result" }>): EventBody {
  const { result = "" } = body;
  if (result.length <= limits.resultChars) return body;
  return { ...body, result: beginning(result, limits.resultChars), truncated: { totalChars: result.length } };
}
