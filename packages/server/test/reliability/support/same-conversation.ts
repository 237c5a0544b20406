import { type Conversation, toSnapshot } from "@polylog/core";

/** A conversation in its wire format, so that two can be compared completely. */
export function plain(conversation: Conversation): unknown {
  return JSON.parse(JSON.stringify(toSnapshot(conversation)));
}
