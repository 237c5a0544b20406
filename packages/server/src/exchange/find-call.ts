import { type Conversation, findRun, laneAt, type PolylogEvent } from "@polylog/core";
import type { LiveSession } from "../log/live-session.ts";
import type { Watchers } from "../log/watchers.ts";

/**
 * The tool call in the log that sent a message, for programs that do not identify it. The call may not be in the log yet,
 * so this waits briefly. Null if no call is found; the message is then shown without one.
 */
export async function findCall(
  { session, runId, content }: { session: LiveSession; runId: string; content: string },
  watchers: Watchers,
  waitMs: number,
): Promise<string | null> {
  const look = () => callIn(session.conversation, runId, content);
  const found = look();
  if (found !== null) return found;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve(null), waitMs);
  const stop = watchers.watch(session.sessionId, {
    committed: ({ type }: PolylogEvent) => {
      if (type !== "tool_call_start") return;
      // The conversation contains it once the whole commit is delivered.
      queueMicrotask(() => {
        const call = look();
        if (call !== null) resolve(call);
      });
    },
    gone: () => resolve(null),
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function callIn(conversation: Conversation, runId: string, content: string): string | null {
  const run = findRun(conversation, runId);
  if (run === undefined) return null;
  const { entries, settled } = laneAt(conversation, run.lane);
  const taken = new Set<string | null>();
  for (let pos = entries.length - 1; pos >= settled; pos--) {
    const entry = entries.get(pos);
    if (entry?.runId !== runId) continue;
    if (entry.kind === "exchange") taken.add(entry.callId);
    if (entry.kind !== "tool_call" || !entry.live || !/agents_message$/.test(entry.toolName)) continue;
    const { input } = entry;
    const isIt =
      typeof input === "object" && input !== null && "content" in input && input.content === content;
    if (isIt && !taken.has(entry.callId)) return entry.callId;
  }
  return null;
}
