import type { SessionHandle } from "@polylog/client";
import type { Conversation, Entry, UserMessage } from "@polylog/core";
import { client } from "../data/client.ts";
import { sessionRow } from "../data/sessions.ts";

/** The message that can be sent again after an error: the last one, where the error is the last thing that happened. */
export function firstOf(conversation: Conversation, error: Entry): UserMessage | null {
  const { entries } = conversation.main;
  if (conversation.liveRuns.size > 0 || entries.at(-1) !== error) return null;
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries.get(at);
    if (entry?.kind === "message" && entry.role === "user" && !entry.hidden) return entry;
  }
  return null;
}

export async function sendAgain(handle: SessionHandle, { body, images }: UserMessage): Promise<void> {
  const { sessionId } = handle;
  const projectRoot = (sessionRow(sessionId) ?? (await client.sessionRow(sessionId))).projectRoot;
  await client.chat({ projectRoot, sessionId, text: body.toString(), images });
}
