import { countLines, type EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";
import { beginning, cutTexts, isLarge } from "../log/bound-event.ts";

/**
 * The events to log for an event that may be too large. If the complete output cannot be stored outside the log, a notice
 * reports it and the agent continues.
 */
export async function boundOutput(
  blobs: Blobs,
  sessionId: string,
  body: EventBody,
): Promise<readonly EventBody[]> {
  try {
    return await blobs.bound(sessionId, body);
  } catch (error) {
    // The error's message is not included, because it names files of the server.
    const code = (error as NodeJS.ErrnoException).code ?? "an unknown error";
    const text = `A large output could not be stored completely (${code}). Only its beginning was kept.`;
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
