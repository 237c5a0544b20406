import { type Conversation, entryAt } from "@polylog/core";
import { PolylogError } from "../errors.ts";

/** Why an ask takes no answer. */
export function notPending(conversation: Conversation, askId: string): PolylogError {
  const place = conversation.asks.get(askId);
  if (place === undefined)
    return new PolylogError("ask_not_found", "Nothing with that id was asked.", { askId });
  const entry = entryAt(conversation, place);
  const answered = "answer" in entry && entry.answer?.outcome === "answered";
  return answered
    ? new PolylogError("ask_answered", "This was answered already.", { askId })
    : new PolylogError("ask_expired", "This no longer waits for an answer: its run has ended.", { askId });
}
