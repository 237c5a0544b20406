import type { ModelMessage } from "../model/types.ts";

/** About how many characters make a token. */
const charsPerToken = 4;
/** About what an image costs. */
const imageTokens = 1500;

/** A guess, for where the server does not say. */
export function estimateTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

function tokensOf({ content }: ModelMessage): number {
  if (typeof content === "string") return Math.ceil(content.length / charsPerToken);
  let tokens = 0;
  for (const part of content)
    tokens += part.type === "file" ? imageTokens : JSON.stringify(part).length / charsPerToken;
  return Math.ceil(tokens);
}
