import { type Conversation, emptyConversation, fold, type PolylogEvent } from "@polylog/core";
import { type Transcript, TranscriptBuilder } from "./transcript.ts";

/** Like a live screen: each event creates a new conversation. */
export function foldLive(events: readonly PolylogEvent[]): Conversation {
  let conversation = emptyConversation;
  for (const event of events) conversation = fold(conversation, event);
  return conversation;
}

export function transcriptOfPolylog({ main }: Conversation): Transcript {
  const transcript = new TranscriptBuilder();
  for (const entry of main.entries) {
    if (entry.kind === "message") transcript.say(entry.role, entry.body.toString());
    else if (entry.kind === "thought") transcript.think(entry.body.toString());
    else if (entry.kind === "tool_call") transcript.finish(entry.callId, entry.result ?? "");
  }
  return transcript;
}
