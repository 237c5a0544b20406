import type { EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";

type Large = Parameters<Blobs["bound"]>[1];

/**
 * An output that is too large for the log, cut to what it holds. Where the whole of it cannot be kept beside the log, that
 * is said, and the agent goes on: it has read its output.
 */
export async function boundOutput(blobs: Blobs, sessionId: string, body: Large): Promise<EventBody[]> {
  try {
    return [await blobs.bound(sessionId, body)];
  } catch (error) {
    const { runId, agentId, result } = body;
    // Not the whole message: it names files of the server.
    const code = (error as NodeJS.ErrnoException).code ?? "an unknown error";
    const text = `The whole output of a tool could not be kept (${code}). Its beginning is here.`;
    const truncated = { totalChars: result.length };
    return [
      { ...body, result: result.slice(0, limits.resultChars), truncated },
      { type: "notice", level: "warning", text, runId, agentId },
    ];
  }
}
