import { type Conversation, pendingAsks } from "@polylog/core";
import type { AskView } from "../../asks/ask-lines.ts";
import { beginAsk } from "../../asks/ask-state.ts";
import { limits } from "../../limits.ts";
import type { Model } from "../model.ts";

/** The oldest ask that waits, and how far one is with it. One that comes into sight begins anew. */
export function askViewOf(
  model: Model,
  conversation: Conversation,
  projectRoot: string | null,
): AskView | null {
  const [first, ...rest] = pendingAsks(conversation);
  if (first === undefined) {
    model.ask = null;
    return null;
  }
  if (model.ask?.askId !== first.askId) {
    model.ask = beginAsk(first.entry);
    model.askSince = performance.now();
  }
  const isReady = performance.now() - model.askSince >= limits.askGuardMs;
  return { entry: first.entry, state: model.ask, behind: rest.length, projectRoot, isReady };
}
