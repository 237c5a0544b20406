import type { ModelMessage } from "../model/types.ts";

/** The average number of characters in a token. */
const charsPerToken = 4;
/** The approximate cost of an image. */
const imageTokens = 1500;

/** An estimate, used when the server does not report usage. */
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
