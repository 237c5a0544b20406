import type { Conversation } from "../conversation/conversation.ts";
import { entryAt } from "../conversation/lanes.ts";
import type { UserMessage } from "../events/text.ts";

/** The message that was sent with this id. */
export function findMessage(conversation: Conversation, clientMessageId: string): UserMessage | undefined {
  const place = conversation.seen.get(`message/${clientMessageId}`);
  return place === undefined ? undefined : (entryAt(conversation, place) as UserMessage);
}
