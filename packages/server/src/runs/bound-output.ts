import { countLines, type EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";
import { beginning, cutTexts, isLarge } from "../log/bound-event.ts";

/**
 * What the log holds of an event that is too large for it. Where the whole of it cannot be kept beside the log, that is
 * said, and the agent goes on: it knows what it said.
 */
export async function boundOutput(
  blobs: Blobs,
  sessionId: string,
  body: EventBody,
): Promise<readonly EventBody[]> {
  try {
    return await blobs.bound(sessionId, body);
  } catch (error) {
    // Not the whole message: it names files of the server.
    const code = (error as NodeJS.ErrnoException).code ?? "an unknown error";
    const text = `The whole of a large output could not be kept (${code}). Its beginning is here.`;
    const { runId, agentId } = body as { runId?: string; agentId?: string };
    return [cutWithoutFile(body), { type: "notice", level: "warning", text, runId, agentId }];
  }
}

function cutWithoutFile(body: EventBody): EventBody {
  const kept = body.type === "tool_result" ? withBeginning(body) : body;
  if (!isLarge(kept)) return kept;
  return { ...cutTexts(kept), cut: { totalChars: JSON.stringify(body).length } };
}

function withBeginning(body: Extract<EventBody, { type: "tool_result" }>): EventBody {
  const { result = "" } = body;
  if (result.length <= limits.resultChars) return body;
  const truncated = { totalChars: result.length, totalLines: countLines(result) };
  return { ...body, result: beginning(result, limits.resultChars), truncated };
}
