import { type Conversation, toSnapshot } from "@polylog/core";

/** A conversation as it would come over the wire, so that two can be compared whole. */
export function plain(conversation: Conversation): unknown {
  return JSON.parse(JSON.stringify(toSnapshot(conversation)));
}
