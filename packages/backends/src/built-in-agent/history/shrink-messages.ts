import { limits } from "../limits.ts";
import type { ModelMessage } from "../model/types.ts";
import { cutText } from "./cut-text.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/**
 * Shrinks messages to at most `mostTokens` if possible: it first cuts long results, then drops the oldest responses
 * with their results. The first message always stays.
 */
export function shrinkMessages(messages: readonly ModelMessage[], mostTokens: number): ModelMessage[] {
  if (estimateTokens(messages) <= mostTokens) return [...messages];
  const kept = messages.map(cutResults);
  while (kept.length > 2 && estimateTokens(kept) > mostTokens) {
    const isAnswered = kept[2]?.role === "tool";
    kept.splice(1, isAnswered ? 2 : 1);
  }
  return kept;
}

function cutResults(message: ModelMessage): ModelMessage {
  if (message.role !== "tool") return message;
  const content = message.content.map((part) => {
    if (part.type !== "tool-result") return part;
    const { output } = part;
    if (output.type !== "text" && output.type !== "error-text") return part;
    return { ...part, output: { ...output, value: cutText(output.value, limits.summaryResultChars) } };
  });
  return { ...message, content };
}
