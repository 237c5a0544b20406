import type { SessionHandle } from "@polylog/client";
import type { Conversation, Entry, UserMessage } from "@polylog/core";
import { client } from "../../data/client.ts";
import { sessionRow } from "../../data/sessions.ts";

/** What is told after a run has ended, and says nothing new. */
const afterwards: ReadonlySet<Entry["kind"]> = new Set(["change_report", "checkpoint", "meta"]);

/** The message that can be sent again after a run's bad end: the last one, where nothing came after that end. */
export function messageToResend(
  { main: { entries }, liveRuns }: Conversation,
  end: Entry,
): UserMessage | null {
  if (liveRuns.size > 0) return null;
  let isAtEnd = false;
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries.get(at) as Entry;
    if (!isAtEnd && entry !== end && !afterwards.has(entry.kind)) return null;
    isAtEnd ||= entry === end;
    if (entry.kind === "message" && entry.role === "user" && !entry.hidden) return entry;
  }
  return null;
}

export async function resendMessage(handle: SessionHandle, { body, images }: UserMessage): Promise<void> {
  const { sessionId } = handle;
  const projectRoot = (sessionRow(sessionId) ?? (await client.sessionRow(sessionId))).projectRoot;
  await client.chat({ projectRoot, sessionId, text: body.toString(), images });
}
